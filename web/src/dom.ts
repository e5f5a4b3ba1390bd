// Elements of the page. Texts of runs reach the document as text nodes and attributes only, never as
// markup: there is no innerHTML in this program.

type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children)
    if (child !== null && child !== undefined && child !== false)
      element.append(typeof child === "number" ? String(child) : child);
}

/** An element; attributes that are functions listen to the event of that name. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** Text whose numbers stay in one line: a browser would break "1e-06" after its hyphen. */
export function unbroken(text: string): Child[] {
  return text.split(/(\s+)/).map((word) => /^[-+.\de]*-[-+.\de]*,?$/i.test(word) ? h("span", { class: "unbroken" }, word) : word);
}

/** A list to choose from, under its name. `choices`: value and text, in groups where `group` is given. */
export function choice(name: string, choices: { value: string; text: string; group?: string }[],
                       chosen: string, changed: (value: string) => void): HTMLElement {
  const select = h("select", { change: () => changed(select.value) });
  const groups = new Map<string, HTMLOptGroupElement>();
  for (const { value, text, group } of choices) {
    const option = h("option", { value }, text);
    if (group === undefined) {
      select.append(option);
      continue;
    }
    let parent = groups.get(group);
    if (!parent) {
      groups.set(group, (parent = h("optgroup", { label: group })));
      select.append(parent);
    }
    parent.append(option);
  }
  select.value = chosen;
  return h("label", { class: "field" }, h("span", {}, name), select);
}

/** A box to tick, with its text. */
export function tick(text: string, on: boolean, changed: (on: boolean) => void): HTMLLabelElement {
  const box = h("input", { type: "checkbox", change: () => changed(box.checked) });
  box.checked = on;
  return h("label", { class: "tick" }, box, text);
}

export function button(text: string, pressed: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", click: pressed, ...attributes }, text);
}
