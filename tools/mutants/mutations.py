"""Mechanical changes of one place in a C++ source, such as a sign or the bound of a loop: what somebody who writes a
plugin gets wrong. Comments, strings and includes are left alone, and so are the structs of options: a default and a
range are choices of who writes the plugin, of which the kit is promised nothing."""
import dataclasses
import re

# What is found, and what takes its place. Each is a mistake that compiles most of the time.
OPERATORS = [
    (r" \+ ", [" - "]),
    (r" - ", [" + "]),
    (r" \* ", [" / "]),
    (r" / ", [" * "]),
    (r" \+= ", [" -= ", " = "]),
    (r" -= ", [" += "]),
    (r" < ", [" <= "]),
    (r" <= ", [" < "]),
    (r" > ", [" >= ", " < "]),
    (r" >= ", [" > "]),
    (r" == ", [" != "]),
    (r" != ", [" == "]),
    (r" && ", [" || "]),
    (r" \|\| ", [" && "]),
    (r"\bstd::max\b", ["std::min"]),
    (r"\bstd::min\b", ["std::max"]),
    (r"\btrue\b", ["false"]),
    (r"\bfalse\b", ["true"]),
    (r"(?<=[(\[ ])0(?=[)\];,])", ["1"]),
    (r"(?<=[(\[ ])1(?=[)\];, ])", ["2", "0"]),
    (r"(?<=[(\[ ])2(?=[)\];, ])", ["1", "3"]),
    (r"\b0\.5\b", ["1.0"]),
    (r"(?<=[=(,] )-(?=[\w(])", [""]),
    (r"(?<=return )-(?=[\w(])", [""]),
    (r"\bif \(!", ["if ("]),
    (r"\bbreak;", ["continue;"]),
    (r"\bcontinue;", ["break;"]),
]
OPTIONS = re.compile(r"^\s*struct \w*Options\b[^;]*\{")  # up to the brace that closes it
STATEMENT = re.compile(r"^\s+[\w.\[\]>()*-]+(?: [+*/-]?= |\()[^{}]*;\s*$")  # left out as a whole
NOT_CODE = re.compile(r"^\s*(#|//|static_assert|using |namespace|template|TACTUS_PLUGIN|v\.|visit)|\bOptions\b|\bconst char")


@dataclasses.dataclass(frozen=True)
class Mutation:
    file: str  # from the root of the sources
    line: int  # from 1
    before: str
    after: str

    def apply(self, text):
        lines = text.split("\n")
        assert lines[self.line - 1] == self.before
        lines[self.line - 1] = self.after
        return "\n".join(lines)

    def __str__(self):
        return f"{self.file}:{self.line}: {self.before.strip()}  ->  {self.after.strip() or '(left out)'}"


def code_of(line):
    """The line without what stands in a comment or a string; blanks keep the columns."""
    line = re.sub(r'"(?:[^"\\]|\\.)*"', lambda m: '"' + " " * (len(m[0]) - 2) + '"', line)
    return line.split("//")[0]


def mutations_of(file, text):
    """All of a source, in the order of its lines."""
    found = []
    raw = False  # within a raw string, such as the description of an option
    depth = 0  # of braces within the options
    for number, line in enumerate(text.split("\n"), 1):
        if 'R"(' in line and ')"' not in line.split('R"(', 1)[1]:
            raw = True
        if raw:
            raw = ')"' not in line
            continue
        code = code_of(line)
        if depth > 0 or OPTIONS.match(code):
            depth += code.count("{") - code.count("}")
            continue
        if NOT_CODE.search(line):
            continue
        for pattern, others in OPERATORS:
            for match in re.finditer(pattern, code):
                for other in others:
                    found.append(Mutation(file, number, line, line[: match.start()] + other + line[match.end() :]))
        if STATEMENT.match(code) and not re.match(r"^\s+(return|throw|auto|const|expects?\(|using)\b", code):
            found.append(Mutation(file, number, line, ""))
    return found
