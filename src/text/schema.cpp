#include "text/schema.h"

#include <algorithm>
#include <optional>

#include "base/json.h"
#include "text/expected.h"
#include "text/units.h"

namespace cairn {
namespace {

Json schema_of(const Option& option);

Json types(std::initializer_list<const char*> names) {
  Json list = Json::array();
  for (const char* name : names) list.add(name);
  return Json::object().set("type", list);
}

Json words(const std::vector<std::string>& names) { return Json::object().set("enum", names); }
Json needs(const std::string& key) { return Json::object().set("required", std::vector<std::string>{key}); }

bool has_required_fields(const Option& object) {
  for (const Option& field : object.children)
    if (field.presence.kind == Presence::kRequired) return true;
  return false;
}

Json number_schema(const Option& option, const char* type) {
  Json schema = types({type, "string"});
  if (option.lower) schema.set(option.lower->open ? "exclusiveMinimum" : "minimum", option.lower->value);
  if (option.upper) schema.set(option.upper->open ? "exclusiveMaximum" : "maximum", option.upper->value);
  if (option.choices.empty()) return schema;
  return Json::object().set("anyOf", Json::array().add(words(option.choices)).add(schema));
}

Json list_schema(const Json& item, std::optional<std::size_t> low, std::optional<std::size_t> high) {
  Json schema = Json::object().set("type", "array").set("items", item);
  if (low) schema.set("minItems", *low);
  if (high) schema.set("maxItems", *high);
  return schema;
}

// An object with this key and no other.
Json single_key(const std::string& key, const Json& schema) {
  return needs(key)
      .set("type", "object")
      .set("properties", Json::object().set(key, schema))
      .set("additionalProperties", false);
}

Json variant_schema(const Option& option) {
  Json forms = Json::array();
  std::vector<std::string> names;
  for (const Option& alternative : option.children)
    if (alternative.type == OptionType::object && !has_required_fields(alternative))
      names.push_back(alternative.name);
  if (!names.empty()) forms.add(words(names));
  for (const Option& alternative : option.children)
    forms.add(single_key(alternative.name, schema_of(alternative)));
  return Json::object().set("anyOf", forms);
}

// The keys of an object, including those that its variants add, and the conditions between keys.
struct Keys {
  Json::Object properties;
  std::vector<std::string> required;
  Json conditions = Json::array();
  bool has_conditions = false;

  // If alternatives share a key, the first one describes it.
  void add(const std::string& name, const Json& schema) {
    const auto same = [&](const auto& property) { return property.first == name; };
    if (std::none_of(properties.begin(), properties.end(), same)) properties.emplace_back(name, schema);
  }

  void condition(const Json& schema) {
    conditions.add(schema);
    has_conditions = true;
  }

  void add_fields(const Option& object) {
    for (const Option& field : object.children) {
      if (field.type == OptionType::variant && field.writing == Writing::merged) {
        add_merged(field);
        continue;
      }
      if (field.presence.kind == Presence::kRequired) required.push_back(field.name);
      const bool tagged = field.type == OptionType::variant && field.writing == Writing::tagged;
      tagged ? add_tagged(field) : add(field.name, schema_of(field));
    }
  }

  // The tag and the fields of all alternatives; each alternative requires its own fields.
  void add_tagged(const Option& variant) {
    Json tag = words(variant.child_names()).set("description", variant.meaning);
    if (variant.presence.kind == Presence::kDefault) tag.set("default", variant.presence.text);
    add(variant.name, tag);
    for (const Option& alternative : variant.children) {
      Keys own;
      own.add_fields(alternative);
      for (const auto& [name, schema] : own.properties) add(name, schema);
      if (own.required.empty()) continue;
      const Json value = Json::object().set("const", alternative.name);
      Json test = needs(variant.name).set("properties", Json::object().set(variant.name, value));
      condition(Json::object().set("if", test).set("then", Json::object().set("required", own.required)));
    }
  }

  // Exactly one of the alternatives' keys, or at most one if the variant is optional.
  void add_merged(const Option& variant) {
    Json one = Json::array(), any = Json::array();
    for (const Option& alternative : variant.children) {
      add(alternative.name, schema_of(alternative));
      one.add(needs(alternative.name));
      any.add(needs(alternative.name));
    }
    if (variant.presence.kind != Presence::kRequired)
      one.add(Json::object().set("not", Json::object().set("anyOf", any)));
    condition(Json::object().set("oneOf", one));
  }
};

Json object_schema(const Option& option, Json schema = Json::object()) {
  Keys keys;
  keys.add_fields(option);
  schema.set("type", "object")
      .set("properties", Json::object(keys.properties))
      .set("additionalProperties", false);
  if (!keys.required.empty()) schema.set("required", keys.required);
  if (keys.has_conditions) schema.set("allOf", keys.conditions);
  return schema;
}

Json any_of_schema(const Option& option) {
  Json forms = Json::array();
  for (const Option& alternative : option.children) forms.add(schema_of(alternative));
  return Json::object().set("anyOf", forms);
}

Json function_schema(const Option& option) {
  const Json table = single_key("table", types({"string"}));
  return Json::object().set("anyOf", Json::array().add(number_schema(option, "number")).add(table));
}

Json typed(const Option& option) {
  const auto component = [&] { return number_schema(option, "number"); };
  switch (option.type) {
    case OptionType::number:
      return number_schema(option, "number");
    case OptionType::integer:
      return number_schema(option, "integer");
    case OptionType::flag:
      return Json::object().set("type", "boolean");
    case OptionType::text:
      return types({"string", "number", "boolean"});
    case OptionType::choice:
      return words(option.choices);
    case OptionType::vector:
      return list_schema(component(), 3, 3);
    case OptionType::function:
      return function_schema(option);
    case OptionType::condition:
      return types({"string"});
    case OptionType::object:
      return object_schema(option);
    case OptionType::list:
      return list_schema(schema_of(option.children[0]), option.min_count, option.max_count);
    case OptionType::map:
      return Json::object().set("type", "object").set("additionalProperties", schema_of(option.children[0]));
    case OptionType::variant:
      return variant_schema(option);
    case OptionType::any_of:
      return any_of_schema(option);
    case OptionType::lets:
      return Json::object().set("type", "object").set("additionalProperties", types({"number", "string"}));
  }
  return {};
}

// A default as JSON: a number, flag or text. The caller omits lists and maps.
Json default_of(const Option& option) {
  const std::string& text = option.presence.text;
  if (option.type == OptionType::flag) return text == "true";
  const std::optional<double> number = plain_number(text);
  return number && option.type != OptionType::text ? Json(*number) : Json(text);
}

Json schema_of(const Option& option) {
  Json schema = typed(option);
  const std::string unit = unit_of(option.dimension);
  const std::string description = option.meaning + (unit.empty() ? "" : " [" + unit + "]");
  if (!description.empty()) schema.set("description", description);
  const bool compound = option.presence.text.starts_with('[') || option.presence.text.starts_with('{');
  if (option.presence.kind == Presence::kDefault && !compound) schema.set("default", default_of(option));
  return schema;
}

}  // namespace

std::string json_schema(const Option& root, const std::string& title) {
  Json head = Json::object();
  head.set("$schema", "https://json-schema.org/draft/2020-12/schema").set("title", title);
  if (!root.meaning.empty()) head.set("description", root.meaning);
  return object_schema(root, head).text();
}

}  // namespace cairn
