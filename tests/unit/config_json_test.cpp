#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <random>

#include "core/json/document.hpp"
#include "core/json/json.hpp"
#include "core/support/printable.hpp"

using namespace tactus::core;

namespace {

/// The only fault of a text, as "offset: message".
std::string fault(std::string_view text) {
  std::vector<JsonFault> faults;
  parse_json(text, 0, faults);
  if (faults.size() != 1) return std::to_string(faults.size()) + " faults";
  return std::to_string(faults[0].offset) + ": " + faults[0].message;
}

Json parsed(std::string_view text) {
  std::vector<JsonFault> faults;
  Json value = parse_json(text, 0, faults);
  CHECK(faults.empty());
  return value;
}

/// "line:column" of the value at a pointer.
std::string place(const Document& d, const std::string& pointer) {
  const Place p = d.places().find(pointer);
  return std::to_string(p.line) + ":" + std::to_string(p.column);
}

}  // namespace

TEST_CASE("Every value and key of a JSON text knows where it stands", "[config]") {
  const std::string text =
      "// a comment, with \"quotes\" and { brackets\n"
      "{\n"
      "  \"a\": 1.5e3, /* another\n"
      "  one */ \"b\": [true, null,\n"
      "    {\"c\": \"x\\ny\", \"d\": -7}],\n"
      "\t\"\xC3\xA4\": {\"e\": false}}\n";
  const Document d = Document::parse(text, "scene.json");
  REQUIRE(d.readable());
  CHECK(d.problems().empty());
  CHECK(place(d, "") == "2:1");
  CHECK(place(d, "/a") == "3:8");
  CHECK(place(d, "/b") == "4:15");
  CHECK(place(d, "/b/2") == "5:5");
  CHECK(place(d, "/b/2/c") == "5:11");
  CHECK(place(d, "/b/2/d") == "5:24");
  CHECK(place(d, "/\xC3\xA4/e") == "6:13");  // columns count characters, not bytes
  CHECK(place(d, "/b/2/no/such") == "5:5");  // the nearest value round it
  const Json::Object& root = *d.root().if_object();
  CHECK(d.places().text(d.place(0, root[1].offset)) == "scene.json:4:10");
}

TEST_CASE("A number that ends a text or stands before a comment keeps its characters", "[config]") {
  CHECK(parsed("12").if_number()->length == 2);
  CHECK(parsed("-1.25E-3//x").if_number()->length == 8);
  CHECK(parsed("[1,2]/**/").if_array()->at(1).offset == 3);
  CHECK(parsed("\xEF\xBB\xBF[7]").if_array()->at(0).offset == 4);
}

TEST_CASE("A key given twice is an error at its second place, at any depth", "[config]") {
  std::vector<JsonFault> faults;
  parse_json(R"({"a": [{}, {"x/y": 1, "b": 2, "x/y": 3}], "a": 0})", 0, faults);
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].pointer == "/a/1/x~1y");
  CHECK(faults[0].offset == 30);
  CHECK(faults[0].message == "the key \"x/y\" is given twice");
  CHECK(faults[1].pointer == "/a");
  CHECK(faults[1].offset == 42);
}

TEST_CASE("Text that is no JSON is refused with the place and the remedy", "[config]") {
  const std::string value = "not JSON: syntax error while parsing value - ";
  const std::string array = "not JSON: syntax error while parsing array - ";
  const std::string any = "expected '[', '{', or a literal";
  CHECK(fault("") ==
        "0: " + value + "unexpected end of input; " + any + "; the text ends too early");
  CHECK(fault("{\"a\": 1,\n \"b\": [1, 2") ==
        "20: " + array + "unexpected end of input; expected ']'; the text ends too early");
  CHECK(fault("{\"a\": NaN}") == "6: " + value +
                                     "invalid literal, at \"NaN}\"; numbers are finite: "
                                     "no NaN, no Infinity");
  CHECK(fault("[-Infinity]") == "1: " + value +
                                    "invalid number; expected digit after '-', at "
                                    "\"-Infinity]\"; numbers are finite: no NaN, no Infinity");
  CHECK_THAT(fault("[-NaN]"), Catch::EndsWith("; numbers are finite: no NaN, no Infinity"));
  CHECK(fault("[1, 2, ]") == "7: " + value + "unexpected ']'; " + any +
                                 ", at \"]\"; a comma too many, or a value missing?");
  CHECK(fault("[1 2]") ==
        "3: " + array +
            "unexpected number literal; expected ']', at \"2]\"; is a comma missing "
            "before it?");
  CHECK(fault("{\"a\": 1 \"b\": 2}") ==
        "8: not JSON: syntax error while parsing object - unexpected string literal; expected '}', "
        "at "
        "\"\\\"b\\\": 2}\"; is a comma missing before it?");
  CHECK_THAT(fault(std::string("\xFF\xFE{\0}\0", 6)),
             Catch::Contains("UTF-16: save the file as UTF-8"));
  using Catch::EndsWith;
  CHECK_THAT(fault("{\"a\": True}"), EndsWith("; JSON has true, false and null"));
  CHECK_THAT(fault("{\"a\": 1, # one\n\"b\": 2}"), EndsWith("; a comment begins with //"));
  CHECK_THAT(fault("{\"a\": 1_100}"), EndsWith("; numbers have no separators: 1100 or 1.1e3"));
  CHECK_THAT(fault("{\"a\": .5}"), EndsWith("; a number begins with a digit or with -: 0.5"));
  CHECK_THAT(fault("{\"a\": [1, +5]}"), EndsWith("; a number begins with a digit or with -: 0.5"));
  CHECK_THAT(fault("{\"a\": 0,5}"), EndsWith("; a decimal comma? Decimals follow a point: 0.5"));
  CHECK(fault("[1,,2]") == "3: " + value + "unexpected ','; " + any + ", at \",2]\"");
  CHECK(fault("{\"a\" 1}") ==
        "5: not JSON: syntax error while parsing object separator - "
        "unexpected number literal; expected ':', at \"1}\"");
  CHECK(fault("[1e400]") == "1: not JSON: a number too large for a double, at \"1e400]\"");
  CHECK(fault("\"\xFF\xFE\"") == "0: " + value +
                                     "invalid string: ill-formed UTF-8 byte, at "
                                     "\"\\\"??\\\"\"");
  CHECK(fault(std::string_view("\0\x7F", 2)) ==
        "0: " + value + "unexpected end of input; " + any +
            ", at \"\\u0000\\u007f\"; a byte 0: this is no text");
  CHECK(fault("\x7F"
              "ELF") == "0: " + value + "invalid literal, at \"\\u007fELF\"");
  CHECK(fault("[\"abc") == "1: " + value + "invalid string: missing closing quote, at \"\\\"abc\"");
  CHECK(fault("{'a': 1}") ==
        "1: not JSON: syntax error while parsing object key - invalid literal, "
        "at \"'a': 1}\"; strings stand in double quotes");
}

TEST_CASE("Ten million brackets are refused, not followed", "[config]") {
  const std::string arrays(10'000'000, '[');
  CHECK(fault(arrays) == "64: nested deeper than 64 levels");
  std::string objects;
  for (int i = 0; i < 1'000'000; ++i) objects += "{\"a\":";
  CHECK(fault(objects) == "320: nested deeper than 64 levels");
  const std::string deepest = std::string(64, '[') + std::string(64, ']');
  CHECK(parsed(deepest).if_array() != nullptr);
}

TEST_CASE("A text of more values than fit is refused before they are kept", "[config]") {
  std::string text = "[0";
  for (std::size_t i = 0; i < kMostValues; ++i) text += ",0";
  text += "]";
  CHECK_THAT(fault(text),
             Catch::EndsWith("more than 4000000 values; large data belongs in a mesh file"));
}

TEST_CASE("Numbers come back from their text to the same bits", "[config]") {
  std::mt19937_64 random(7);
  Json list = Json::array();
  std::vector<double> values{
      0.0, -0.0, 0.1, 1e22, 5e-324, 1.7976931348623157e308, 9007199254740993.0};
  while (values.size() < 2000) {
    const std::uint64_t bits = random();
    double v = 0;
    std::memcpy(&v, &bits, sizeof v);
    if (std::isfinite(v)) values.push_back(v);
  }
  for (const double v : values) list.if_array()->push_back(Json::of(v));
  const Json again = parsed(to_text(list));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double v = again.if_array()->at(i).if_number()->value;
    INFO(values[i]);
    CHECK(std::bit_cast<std::uint64_t>(v) == std::bit_cast<std::uint64_t>(values[i]));
  }
}

TEST_CASE("A tree is written on one line where it fits, else an entry a line", "[config]") {
  const Json value =
      parsed(R"({"a": [1, 2.5, -0.0], "text": "x \"y\" \n \u00e4", "b": {"c": [], "d": null}})");
  CHECK(to_text(value, 200) ==
        "{\"a\": [1, 2.5, -0], \"text\": \"x \\\"y\\\" \\n \xC3\xA4\", \"b\": {\"c\": [], \"d\": "
        "null}}");
  CHECK(to_text(value, 24) ==
        "{\n  \"a\": [1, 2.5, -0],\n  \"text\": \"x \\\"y\\\" \\n \xC3\xA4\",\n  \"b\": {\n    "
        "\"c\": [],\n"
        "    \"d\": null\n  }\n}");
}

TEST_CASE("Strings in messages are cut at whole characters and show no control bytes", "[config]") {
  CHECK(in_quotes("a\x1B[0m") == "\"a\\u001b[0m\"");
  CHECK(quoted_short("\xC3\xA4\xC3\xA4\xC3\xA4", 3) == "\"\xC3\xA4...\"");
}

TEST_CASE("the option --set replaces, creates and appends by JSON pointer", "[config]") {
  const std::string text = R"({"time": {"end": 1}, "bodies": [{"name": "a"}]})";
  const Document d =
      Document::parse(text, "scene.json",
                      {"/time/end=2.5e-3", "/time/step=auto", "/output/audit=\"off\"",
                       "/bodies/-={\"name\": \"b\"}", "/bodies/0/name=1 x", "/a~1b/c~0d=[1, 2]",
                       "/new/-=1", "/new/-=2"});
  CHECK(d.problems().empty());
  CHECK(to_text(d.root(), 500) ==
        R"({"time": {"end": 0.0025, "step": "auto"}, "bodies": [{"name": "1 x"}, {"name": "b"}], )"
        R"("output": {"audit": "off"}, "a/b": {"c~d": [1, 2]}, "new": [1, 2]})");
  CHECK(d.places().text(d.places().find("/time/step")) == "--set /time/step=auto");
}

TEST_CASE("the option --set takes numbers as they are written by hand, which JSON does not know",
          "[config]") {
  const auto set = [](const std::string& value) {
    const Document d = Document::parse("{}", "scene.json", {"/a=" + value});
    CHECK(d.problems().empty());
    return to_text(d.root());
  };
  CHECK(set(".2") == "{\"a\": 0.2}");
  CHECK(set("-.5e-3") == "{\"a\": -0.0005}");
  CHECK(set("+3") == "{\"a\": 3}");
  CHECK(set("+.25") == "{\"a\": 0.25}");
  CHECK(set("5.") == "{\"a\": 5}");
  CHECK(set("5.e2") == "{\"a\": 500}");
  // Anything else stays a text: a version, a name with zeros in front, signs without digits.
  for (const char* text : {"1.2.3", "007", ".", "-", "+-1", ".e3", "2.x", "..5", "+1e"})
    CHECK(set(text) == "{\"a\": \"" + std::string(text) + "\"}");
}

TEST_CASE("the option --set says what is wrong with a pointer or a value", "[config]") {
  const auto problem = [](const std::string& set) {
    const Document d = Document::parse(R"({"time": {"end": 1}, "list": [1, 2]})", "s.json", {set});
    REQUIRE(d.problems().size() == 1);
    return d.places().text(d.problems()[0].place) + ": " + d.problems()[0].pointer + ": " +
           d.problems()[0].message;
  };
  CHECK(problem("time/end=1") ==
        "--set time/end=1: : is not of the form /json/pointer=value, as in /time/end=1e-3");
  CHECK(problem("/time/end") ==
        "--set /time/end: : is not of the form /json/pointer=value, as in /time/end=1e-3");
  CHECK(problem("/time/end/x=1") == "--set /time/end/x=1: /time/end: 1 has no member \"x\"");
  CHECK(
      problem("/list/3=1") ==
      "--set /list/3=1: /list: the list has entries 0 and 1; \"3\" is none of them, nor \"-\" for "
      "a new one");
  CHECK(problem("/list=[1, 2") ==
        "--set /list=[1, 2: /list: not JSON: syntax error while parsing array - unexpected end of "
        "input; expected ']'; the text ends too early");
  CHECK(problem("/a={\"b\": 1, \"b\": 2}") ==
        "--set /a={\"b\": 1, \"b\": 2}: /a/b: the key \"b\" is given twice");
}

TEST_CASE("A name that a terminal, a table or XML would choke on is not printable", "[config]") {
  for (const char* good : {"", "stone", "St\u00FCck 7", "\xF0\x9F\xAA\xA8", "a-->b", "+x"})
    CHECK(is_printable(good));
  for (const std::string bad :
       {"a\nb", "a\x1b[31m", "a\x7F", "\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xAE", "\xEF\xBF\xBE",
        "\xED\xA0\x80", "\xC0\xAF", "\xE0\x80\xAF", "\xF4\x90\x80\x80", "\xF6", "\xE2\x80"})
    CHECK_FALSE(is_printable(bad));
  for (const char* formula : {"=1+2", "@SUM(1)", "+cmd|' /C calc'!A0", "-2+SUM(A1)"})
    CHECK(is_formula(formula));
  for (const char* text : {"", "+x", "-y", "a=b"}) CHECK_FALSE(is_formula(text));
}
