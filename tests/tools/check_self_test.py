#!/usr/bin/python3
"""Proves that tools/check can fail: small trees with one fault each, and one without."""
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GOOD = '#include <vector>\n\n#include "math/vec3.h"\n\n// std::cout in a comment is no print; snprintf(...) neither.\n'


def check(tree):
    """Exit code and output of tools/check on a tree given as {path: text}."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in ({".clang-format": (ROOT / ".clang-format").read_text()} | tree).items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        run = subprocess.run(["/usr/bin/python3", str(ROOT / "tools/check"), folder], capture_output=True, text=True)
        return run.returncode, run.stdout


class Check(unittest.TestCase):
    def assert_fault(self, name, text, message):
        code, output = check({name: text})
        self.assertIn(f"{name}:{message}", output)
        self.assertEqual(code, 1)

    def test_address_in_lock_file(self):
        self.assert_fault("viewer/package-lock.json", '{\n"version": "1",\n"resolved": "there"\n}\n', "3: a lock file without addresses")
        self.assert_fault("viewer/package-lock.json", '{\n"funding": "https://somewhere"\n}\n', "2: a lock file without addresses")
        code, _ = check({"viewer/package-lock.json": '{\n"version": "1"\n}\n', "viewer/node_modules/a/b.ts": "TO" "DO\n"})
        self.assertEqual(code, 0)

    def test_good_tree_passes(self):
        tree = {"src/shapes/sphere.h": GOOD, "src/step/implicit.cpp": '#include "laws/table.h"\n',
                "apps/cairn/main.cpp": 'int main() { std::cout << "hello"; }\n', "tests/unit/a_test.cpp": "int i;\n"}
        self.assertEqual(check(tree), (0, "check: all well\n"))

    def test_dependency_rule(self):
        for folder, included in [("base", "math"), ("model", "collide"), ("laws", "solvers"), ("solvers", "laws"),
                                 ("solvers", "model"), ("joints", "laws"), ("step", "measure"), ("results", "scene"), ("text", "math")]:
            text = f'\n#include "{included}/thing.h"\n'
            self.assert_fault(f"src/{folder}/a.cpp", text, f"2: {folder} must not include {included}")
        self.assert_fault("src/base/a.h", "#include <scene/read.h>\n", "1: base must not include scene")
        for folder, included in [("terminal", "cairn"), ("bench", "report"), ("validate", "cairn"), ("report", "bench")]:
            text = f'\n#include "{included}/thing.h"\n'
            self.assert_fault(f"apps/{folder}/a.cpp", text, f"2: {folder} must not include {included}")

    def test_includes_start_at_the_root_of_src(self):
        self.assert_fault("src/math/a.h", '#include "vec3.h"\n', "1: write includes from the root")
        self.assert_fault("src/math/a.h", '#include "apps/cairn/run.h"\n', "1: write includes from the root")

    def test_statements_joined_by_commas(self):
        for statement in ["a = 1, b = 2;", "if (c) ++a, b.push_back(2);", "x_[k] -= f(1, 2), call();"]:
            text = f"void f() {{\n  {statement}\n}}\n"
            self.assert_fault("src/base/a.cpp", text, "2: statements joined by a comma")
        for statement in ["int a = 1, b = 2;", "for (i = 0, j = 1; i < j; ++i) g(i, j);", "const auto [p, q] = h(1, 2);",
                          "g({1, 2}, 3);", "std::map<int, int> m{{1, 2}};"]:
            code, output = check({"src/base/a.cpp": f"void f() {{\n  {statement}\n}}\n"})
            self.assertNotIn("comma", output)

    def test_unknown_folder(self):
        self.assert_fault("src/misc/a.h", "int i;\n", "1: src/misc has no place")
        self.assert_fault("apps/misc/a.h", "int i;\n", "1: apps/misc has no place")

    def test_prints(self):
        for call in ["std::cout << 1;", 'printf("x");', 'std::fprintf(stderr, "x");', 'fmt::print("x");']:
            self.assert_fault("src/base/a.cpp", f"void f() {{ {call} }}\n", "1: nothing in src prints")

    def test_names_do_not_repeat_their_folder(self):
        self.assert_fault("src/solvers/solver_pgs.h", "using T = int;\n", "1: the name repeats its folder, solvers")
        self.assert_fault("src/draw/draw_walls.h", "using T = int;\n", "1: the name repeats its folder, draw")
        self.assertEqual(check({"src/solvers/solver.h": "using T = int;\n"})[0], 0)

    def test_things_to_do_without(self):
        for code, message in [("std::shared_ptr<int> f();", "no shared_ptr"), ("int counter = 0;", "no globals"),
                              ("std::vector<double> cache;", "no globals"), ("void f(bool fast);", "no bool parameters"),
                              ("void f(int a, bool fast = true);", "no bool parameters"),
                              ("void f(const int& a, Mobility* found);", "no out-pointers"),
                              ("std::unordered_map<int, int> f();", "no unordered"),
                              ("std::atomic<double> f();", "no floating-point atomics")]:
            self.assert_fault("src/step/a.h", code + "\n", f"1: {message}")
        fine = "bool f(const int* a);\nvoid g(int (*task)(void*), void* context);\nconstexpr int kLanes = 64;\n"
        self.assertEqual(check({"src/step/a.h": fine}), (0, "check: all well\n"))

    def test_long_and_deep_functions(self):
        def function(body, head="void f(int n) {\n"):
            return head + "".join("  " + line + "\n" for line in body) + "}\n"

        self.assert_fault("src/step/a.cpp", function(["g();"] * 79), "1: a function of 81 lines")
        head = "A::A(int n)\n    : n_(n), m_(n) {\n"
        self.assert_fault("src/step/a.cpp", function(["g();"] * 79, head), "2: a function of 81 lines")
        deep = ["if (a) {", "  for (;;) {", "    while (b)", "      if (c)", "        g();", "  }", "}"]
        self.assert_fault("src/step/a.cpp", function(deep), "1: nested 4 deep")
        nest = ["for (int i = 0; i < n; ++i)", "  for (int j = 0; j < n; ++j)", "    for (int k = 0; k < n; ++k)",
                "      if (a)", "        if (b) g();"]
        self.assertEqual(check({"src/step/a.cpp": function(nest)}), (0, "check: all well\n"))

    def test_names_of_types_constants_and_members(self):
        for code, message in [("struct small_thing {", "1: 'small_thing': types"), ("enum class Big_kind { a };", "1: 'Big_kind': types"),
                              ("using real = double;", "1: 'real': types"), ("template <class T>\nclass box {", "2: 'box': types"),
                              ("constexpr int limit = 3;", "1: 'limit': constants"), ("inline constexpr Vec3 Up{0, 0, 1};", "1: 'Up': constants"),
                              ("class A {\n  int n = 0;\n};", "2: 'n': members"),
                              ("class A {\n public:\n  int n;\n\n private:\n  int n_, m = 0;\n};", "6: 'm': members"),
                              ("struct A {\n private:\n  std::vector<int> list;\n};", "3: 'list': members")]:
            self.assert_fault("src/step/a.h", code + "\n", message)
        fine = ("struct A {\n  int n;\n};\nclass B final : public A {\n public:\n  int f() const { return n_; }\n  int m;\n\n private:\n"
                "  void g(int a, int b);\n  static constexpr int kMost = 3;\n  int n_ = f(), k_{2};\n};\n"
                "constexpr int kLanes = 4;\nconstexpr double norm2(const Vec3& a) { return dot(a, a); }\ntemplate <class T>\n"
                "inline constexpr bool is_vector = false;\n// NOLINTBEGIN(readability-identifier-naming): words\n"
                "constexpr int word = 1;\n// NOLINTEND(readability-identifier-naming)\n"
                "constexpr int other = 1;  // NOLINT(readability-identifier-naming)\n")
        self.assertEqual(check({"src/step/a.h": fine}), (0, "check: all well\n"))
        self.assert_fault("src/step/a.h", fine + "constexpr int word = 1;\n", "22: 'word': constants")

    def test_tolerances_have_names(self):
        for code, bare in [("EXPECT_NEAR(a, b, 1e-9);", "1e-9"), ("ASSERT_NEAR(f(a, {1, 2}), b, 2.5e-3 * c) << d;", "2.5e-3"),
                           ("EXPECT_NEAR(a,\n              b, kStep + 0.02);", "0.02"), ("EXPECT_LT(norm(a - b), 1e-6);", "1e-6"),
                           ("ASSERT_LE(a, b + 1e-12);", "1e-12"), ("expect_near(a, b, 1e-13);", "1e-13"),
                           ("EXPECT_LT(a, b == \"(\" ? 1e-9 : kMost);", "1e-9")]:
            self.assert_fault("tests/unit/a_test.cpp", "\n" + code + "\n", f"2: {bare} says no reason")
        fine = ("constexpr double kStepSquared = 1e-6;\nEXPECT_NEAR(a(1e-3), 1e-9, kStepSquared);  // EXPECT_NEAR(a, b, 1e-9)\n"
                "EXPECT_NEAR(a, b, 2.0 / 2000);\nEXPECT_LT(1e-9, a);\nEXPECT_LT(a, 0.1 * b);\nEXPECT_GT(a, 1e-9);\n"
                'EXPECT_LT(a, b == "1e-6" ? kOne : kTwo);\nexpect_same(a(1e-3), kStepSquared);\n')
        self.assertEqual(check({"tests/unit/a_test.cpp": fine}), (0, "check: all well\n"))

    def test_sizes(self):
        self.assert_fault("src/base/a.h", "using T = int;\n" * 801, "801: 801 lines: split it")
        code, output = check({"src/base/a.h": "using T = int;\n" * 501})
        self.assertIn("src/base/a.h:501: note: 501 lines", output)
        self.assertEqual(code, 0)

    def test_names(self):
        for name in ["string_utils.h", "Helper.h", "BodyManager.h", "grid_impl.h"]:
            self.assert_fault(f"src/base/{name}", "int i;\n", "1: '")

    def test_unfinished(self):
        for mark in ["TO" + "DO", "FIX" + "ME"]:
            self.assert_fault("src/base/a.h", f"// {mark}: later\n", f"1: unfinished: {mark}")
        self.assert_fault("docs/a.md", "X" * 3 + " later\n", "1: unfinished")

    def test_citations(self):
        bib = "@book{LO27,\n  author = {A. Love},\n  title = {Elasticity},\n  publisher = {CUP},\n  year = {1927},\n  isbn = {1},\n}\n"
        page = subprocess.run([ROOT / "tools/references", "/dev/stdin"], input=bib, capture_output=True, text=True).stdout
        self.assertIn("- **LO27** A. Love: Elasticity. CUP (1927). ISBN 1.", page)
        tree = {"CITATION.bib": bib, "docs/references.md": page}
        good = tree | {"src/laws/a.h": "// [LO27 (3), corrected]; AB21 without brackets is a name\nconst int i = a[N12];\n"}
        self.assertEqual(check(good), (0, "check: all well\n"))
        for name, text, line in [("src/laws/a.h", "// one\n// [LO27;\n// CS79 (2)]\n", 3), ("docs/a.md", "as in [JKR71](a.md)\n", 1),
                                 ("apps/cairn/a.cpp", "// text  [CS79]\n", 1)]:
            code, output = check(tree | {name: text})
            self.assertIn(f"{name}:{line}: CITATION.bib does not have", output)
            self.assertEqual(code, 1)
        self.assert_fault("docs/a.md", "[LO27]\n", "1: CITATION.bib does not have LO27")

    def test_page_of_references(self):
        bib = "@book{LO27,\n  author = {A. Love},\n  title = {Elasticity},\n  year = {1927},\n  isbn = {978-1-107-61809-1},\n}\n"
        for text, message in [(bib, "docs/references.md:1: not made from CITATION.bib"),
                              (bib + bib, "CITATION.bib:1: CITATION.bib:7: expected"),
                              (bib.replace("title", "tilte"), "CITATION.bib:6: the work before lacks"),
                              (bib.replace("},\n  year", "}\n  year"), "CITATION.bib:3: expected"),
                              (bib.replace("isbn", "note"), "CITATION.bib:6: the work before has no doi")]:
            code, output = check({"CITATION.bib": text})
            self.assertIn(message, output)
            self.assertEqual(code, 1)

    def test_pages_name_what_is_there(self):
        tree = {"src/step/a.h": "struct Pass {\n  void open_it();\n};\n"}
        good = "`src/step/{a,a}.h`, `src/step/`, `a.h`, `Pass::open_it`, `scenes/papers/KEY/cards.yaml`\n"
        self.assertEqual(check(tree | {"docs/a.md": good, "docs/map.md": "```\nopen_it, Pass::open_it\n```\n"})[0], 0)
        for name, text, message in [("docs/a.md", "one\n`src/step/{a,b}.h`\n", "2: no file src/step/b.h"),
                                    ("docs/theory/a.md", "`b.cpp`\n", "1: no file is named b.cpp"),
                                    ("README.md", "`Pass::close`\n", "1: no code is named Pass::close"),
                                    ("docs/map.md", "```\n  close_it\n```\n", "2: no code is named close_it"),
                                    ("docs/map.md", "`shut, close_it`, `close_it`\n", "1: no code is named close_it")]:
            code, output = check(tree | {name: text})
            self.assertIn(f"{name}:{message}", output)
            self.assertEqual(code, 1)

    def test_format(self):
        self.assert_fault("src/base/a.h", "int i;\nint   j;\n", "2: not as clang-format writes it")

    def test_examples_of_the_page(self):
        source = {"src/base/a.h": "int f();  // one\n"}
        for text, message in [("```cpp\nint i;\n```\n", "1: a fence names a new file"),
                              ("```cpp src/base/a.h\nint i;\n```\n", "1: a fence names a new file"),
                              ("\n```diff src/base/b.h\n int f();\n```\n", "2: a fence names a new file"),
                              ("```diff src/base/a.h\n int g();\n+int h();\n```\n", "2: the file has no line 'int g();'"),
                              ("```cpp tests/unit/b_test.cpp\nvoid f() { EXPECT_NEAR(a, b, 1e-9); }\n```\n",
                               "1: tests/unit/b_test.cpp:1: 1e-9 says no reason"),
                              ("```cpp src/base/b.h\nint   i;\n```\n", "1: src/base/b.h:1: not as clang-format writes it")]:
            code, output = check(source | {"docs/adding.md": text})
            self.assertIn(f"docs/adding.md:{message}", output)
            self.assertEqual(code, 1)
        good = "```cpp src/base/b.h\nint i;\n```\n```diff src/base/a.h\n int f();  // another\n+int h();\n```\n"
        self.assertEqual(check(source | {"docs/adding.md": good}), (0, "check: all well\n"))


if __name__ == "__main__":
    unittest.main()
