// Light, dark, or what the system says. Paper is always light.

import { h } from "./dom";

type Theme = "light" | "dark";

const listeners: (() => void)[] = [];
const system = window.matchMedia("(prefers-color-scheme: dark)");
let wanted: Theme | null = null;

function apply(theme: Theme): void {
  if (document.documentElement.dataset["theme"] === theme) return;
  document.documentElement.dataset["theme"] = theme;
  for (const listener of listeners) listener();
}

function current(): Theme {
  return wanted ?? (system.matches ? "dark" : "light");
}

/** Calls back when the colours change. */
export function onTheme(listener: () => void): void {
  listeners.push(listener);
}

export function startTheme(): void {
  apply(current());
  system.addEventListener("change", () => apply(current()));
  window.addEventListener("beforeprint", () => apply("light"));
  window.addEventListener("afterprint", () => apply(current()));
}

export function themeButton(): HTMLButtonElement {
  const button = h("button", { type: "button", class: "theme", click: () => {
    wanted = current() === "dark" ? "light" : "dark";
    apply(wanted);
  } });
  const name = () => (button.textContent = current() === "dark" ? "light" : "dark");
  name();
  onTheme(name);
  return button;
}
