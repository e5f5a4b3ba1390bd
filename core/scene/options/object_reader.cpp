#include "core/scene/options/object_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/plugin/registry.hpp"
#include "core/scene/options/option_binder.hpp"
#include "core/support/guard/calling.hpp"
#include "core/support/guard/guard.hpp"
#include "core/support/nearest_name.hpp"

namespace tactus::core {

ObjectReader::ObjectReader(Reading& reading, const Json& value, std::string pointer,
                           std::string_view what)
    : reading_(reading), value_(value), pointer_(std::move(pointer)),
      readable_(value.if_object() != nullptr) {
  if (!readable_)
    reading.problem(value, pointer_,
                    fmt::format("{} given; allowed: an object {{...}}, {}",
                                reading.document.shown(value), what));
}

bool ObjectReader::options(FunctionRef<void(OptionVisitor&)> describe) {
  if (!readable_) return false;
  OptionBinder binder(*this);
  describe(binder);
  binder.rethrow();
  return !binder.failed();
}

const Json* ObjectReader::member(std::string_view key) {
  known_.emplace(key);
  return value_.find(key);
}

const Json* ObjectReader::required_member(std::string_view key, std::string_view needed) {
  const Json* value = member(key);
  if (!value && readable_) problem(key, fmt::format("{} is missing: {}", in_quotes(key), needed));
  return value;
}

void ObjectReader::problem(std::string_view key, std::string message, ProblemKind kind) {
  const Json* value = value_.find(key);
  reading_.problem(value ? *value : value_, value ? pointer_to(key) : pointer_, std::move(message),
                   kind);
}

void ObjectReader::finish() {
  const Json::Object* object = value_.if_object();
  if (!object) return;
  const std::vector<std::string> known(known_.begin(), known_.end());
  const Json* type = known_.contains("type") ? value_.find("type") : nullptr;
  const std::string* type_name = type ? type->if_text() : nullptr;
  const std::string with = type_name ? " with \"type\": " + quoted_short(*type_name) : "";
  for (const JsonMember& m : *object) {
    if (known_.contains(m.key)) continue;
    const std::string hint = reading_.problems.full() ? "" : key_suggestion(m.key, known);
    reading_.problems.add({reading_.document.place(m.value.source, m.offset), pointer_to(m.key),
                           fmt::format("unknown key {}{}; {}", quoted_short(m.key), with, hint)});
  }
}

namespace {

/// What a component says of itself; nothing where it cannot be loaded.
std::string summary_of(ComponentSource& components, Kind kind, const std::string& name) {
  try {
    const Registration* found = components.find(kind, name);
    return found ? found->summary : "";
  } catch (const std::exception&) {
    return "";
  }
}

/// ", but a contact_solver" where there is one of that name.
std::string of_another_kind(ComponentSource& components, Kind kind, std::string_view name) {
  for (const Kind other : kAllKinds) {
    if (other == kind) continue;
    const std::vector<std::string> names = components.names(other);
    if (std::ranges::find(names, name) != names.end())
      return fmt::format(", but a {}", kind_name(other));
  }
  return "";
}

std::string no_such_component(ComponentSource& components, Kind kind, std::string_view name) {
  const std::vector<std::string> known = components.names(kind);
  std::string hint = suggestion(name, known);
  if (nearest_name(name, known).empty()) {  // libraries are loaded for what they say
    std::vector<DescribedName> described;
    for (const std::string& one : known)
      described.push_back({one, summary_of(components, kind, one)});
    hint = suggestion_by_description(name, described);
  }
  if (known.empty()) hint = "none was found; `tactus doctor` says where plugins are looked for";
  return fmt::format("{} is no {}{}; {}", quoted_short(name), kind_name(kind),
                     of_another_kind(components, kind, name), hint);
}

/// What to write in place of a bare name, which users try first.
std::string object_for(ComponentSource& components, Kind kind, const std::string& name) {
  const std::vector<std::string> known = components.names(kind);
  if (std::ranges::find(known, name) != known.end())
    return fmt::format(R"({}: {{"type": {}}})", with_article(kind), quoted_short(name));
  return fmt::format(R"({}: {{"type": NAME}}; {})", with_article(kind),
                     no_such_component(components, kind, name));
}

/// The registration of a component's type, if it is known and can be loaded.
const Registration* find_type(ObjectReader& object, Kind kind, std::string_view name) {
  Reading& reading = object.reading();
  try {
    if (const Registration* found = reading.components.find(kind, name)) return found;
  } catch (const Error& e) {
    reading.problem(*object.value().find("type"), object.pointer_to("type"), e.what(),
                    ProblemKind::plugin);
    return nullptr;
  }
  const std::string refusal = reading.components.refusal(name);
  std::string message = no_such_component(reading.components, kind, name);
  if (!refusal.empty()) message += "; " + refusal;
  reading.problem(*object.value().find("type"), object.pointer_to("type"), std::move(message),
                  refusal.empty() ? ProblemKind::mistake : ProblemKind::plugin);
  return nullptr;
}

/// Calls a plugin; exceptions become problems.
template <class F>
bool guarded(Reading& reading, const Json& value, const std::string& pointer, const Called& called,
             F&& call) {
  const auto problem = [&](std::string what, ProblemKind kind = ProblemKind::plugin) {
    reading.problem(value, pointer, std::move(what), kind);
    return false;
  };
  const auto who = [&] { return fmt::format("{} \"{}\"", kind_name(called.kind), called.type); };
  const InCall in(called);
  try {
    call();
    expect_undisturbed(called);
    return true;
  } catch (const ConfigError& e) {
    return problem(e.what(), ProblemKind::mistake);
  } catch (const PluginFault& e) {
    return problem(PluginRunError(e, called.type, called.when).what());
  } catch (const std::exception& e) {
    return problem(fmt::format("{} failed on its options: {}", who(), e.what()));
  } catch (...) {
    return problem(who() + " failed on its options and did not say why");
  }
}

}  // namespace

const Registration* check_component(Reading& reading, const Json& value, const std::string& pointer,
                                    Kind kind, FunctionRef<void(ObjectReader&)> beside,
                                    Json& resolved) {
  const std::size_t before = reading.problems.count();
  const std::string* name = value.if_text();
  ObjectReader object(reading, value, pointer,
                      name ? object_for(reading.components, kind, *name) : with_article(kind));
  if (!object.readable()) return nullptr;
  beside(object);
  const Json* type =
      object.required_member("type", fmt::format("which {}: {}", kind_name(kind),
                                                 fmt::join(reading.components.names(kind), ", ")));
  if (type && !type->if_text())
    object.problem("type", fmt::format("{} given; allowed: the name of {}",
                                       reading.document.shown(*type), with_article(kind)));
  const Registration* what = nullptr;
  if (type && type->if_text()) what = find_type(object, kind, *type->if_text());
  if (!what) return nullptr;
  object.resolve("type", Json::of(*type->if_text()));
  const Called called{kind, what->name, "when its options were described"};
  if (guarded(reading, value, pointer, called, [&] { object.options(what->describe); }))
    object.finish();
  resolved = object.take_resolved();
  return reading.problems.count() == before ? what : nullptr;
}

std::unique_ptr<Component> make_component(Reading& reading, const Json& value,
                                          const std::string& pointer, const Registration& what,
                                          std::vector<PartConfig>& parts, const std::string& slot) {
  ObjectReader object(reading, value, pointer, "");
  OptionBinder binder(object, parts, slot);
  std::unique_ptr<Component> made(what.make(binder));
  binder.rethrow();
  if (binder.failed() || !made)
    throw Error("it declares other options when it is made than when it was checked");
  return guard(std::move(made), what.kind, what.name);
}

ComponentConfig read_component(Reading& reading, const Json& value, const std::string& pointer,
                               Kind kind, FunctionRef<void(OptionVisitor&)> beside,
                               Json& resolved) {
  const auto options = [&](ObjectReader& object) { object.options(beside); };
  return read_component_with(reading, value, pointer, kind, options, resolved);
}

ComponentConfig read_component_with(Reading& reading, const Json& value, const std::string& pointer,
                                    Kind kind, FunctionRef<void(ObjectReader&)> beside,
                                    Json& resolved) {
  ComponentConfig component;
  component.kind = kind;
  component.pointer = pointer;
  const Registration* what = check_component(reading, value, pointer, kind, beside, resolved);
  if (!what) return component;
  component.type = what->name;
  component.options = to_text(resolved);
  const Called called{kind, what->name, "when it was made"};
  guarded(reading, value, pointer, called, [&] {
    component.object = make_component(reading, value, pointer, *what, component.parts, "");
  });
  return component;
}

}  // namespace tactus::core
