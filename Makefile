# Front door of cairn. `make help` lists the targets; all but help and clean first install what they need and lack.
JOBS ?= $(shell nproc)
BUILD = cmake --build --parallel $(JOBS) --preset

.DEFAULT_GOAL := help
.PHONY: help ready ready-test demo build test test-all bench check rules format package clean \
        test-release test-golden test-clang test-plain test-asan test-tsan test-python-asan test-package test-long test-keys test-problems \
        test-random test-invariance test-fuzz ready-fuzz test-speed tidy
.NOTPARALLEL:

help:
	@echo "make demo      build, run the hopper scene, say where the results are"
	@echo "make build     build the program, build/cairn, and the Python module, build/python"
	@echo "make test      check, all tests in release, golden tests in debug"
	@echo "make test-all  test, then clang, plain x86-64, sanitizers, clang-tidy, long tests, fuzzing and the package"
	@echo "               its parts: test-clang, -plain, -asan, -tsan, -keys, -problems, -random, -invariance, -fuzz, -speed, -long, -package"
	@echo "make bench     run the benchmarks"
	@echo "make check     format, dependency rule, file sizes, names; compile everything, warnings are errors"
	@echo "make format    apply clang-format to all sources"
	@echo "make package   build the Debian packages build/cairn_VERSION_ARCH.deb and cairn-mpi_..."
	@echo "make clean     remove build/ and hopper.run/"

ready:
	@tools/install build

# Also what tests need, and a second look for it by trees that were configured before it was there.
ready-test:
	@tools/install build test
	@for tree in build/*/build.ninja; do \
	  [ ! -e $$tree ] || grep -q unit_tests $$tree || cmake $$(dirname $$tree); done

# Configures a preset once; later changes of CMakeLists.txt or of the file lists are noticed by Ninja itself.
build/%/build.ninja: CMakePresets.json | ready
	@cmake --preset $* && touch $@

.PRECIOUS: build/%/build.ninja

build: ready build/release/build.ninja
	@$(BUILD) release --target cairn $$(grep -o -m1 '^build cairn_python' build/release/build.ninja | cut -c7-) \
	  $$(grep -o -m1 '^build cairn_mpi' build/release/build.ninja | cut -c7-)
	@ln -sfn release/cairn build/cairn
	@ln -sfn release/python build/python

demo: build
	build/cairn run scenes/hopper.yaml -o hopper.run --force
	build/cairn export hopper.run --png --frame 25
	@echo
	@echo "Results are in $(CURDIR)/hopper.run: summary.json, series.csv, run.h5, run.xmf and pictures:"
	@find hopper.run -name '*.png' | sort | sed 's/^/  /'
	@echo "Browser:  build/cairn view hopper.run"
	@echo "ParaView: open hopper.run/run.xmf with the XDMF Reader (force chains: chains.xmf)."
	@echo "Python:   PYTHONPATH=build/python /usr/bin/python3"
	@echo "          >>> import cairn"
	@echo "          >>> cairn.Run('hopper.run').series"

check: rules
	@tools/tidy build/release '-*,readability-function-size,readability-identifier-naming'

# The part of check that takes no minutes of clang-tidy.
rules: ready-test build/release/build.ninja
	@tools/check
	@$(BUILD) release
	@ln -sfn release/cairn build/cairn
	@ln -sfn release/python build/python

test: rules test-release test-golden
	@echo
	@echo "make test: everything passed"
	@echo "  rules    format, dependency rule, file sizes, warnings as errors"
	@echo "  release  all tests: $(call count,release)"
	@echo "  debug    golden tests: $(call count,debug -L golden)"

test-all: test test-clang test-plain test-asan test-tsan tidy test-keys test-problems test-random test-invariance \
          test-fuzz test-speed test-long test-package
	@echo
	@echo "make test-all: everything passed"
	@echo "  make test, golden tests with clang and for any x86-64, address + undefined + thread sanitizers, clang-tidy, long tests, fuzzing, the package"

count = $$(ctest --preset $(1) -N | sed -n 's/^Total Tests: //p')

test-release test-asan test-tsan: test-%: ready-test build/%/build.ninja
	@$(BUILD) $*
	ctest --preset $*

# Python scripts that misuse the module, with the address sanitizer; test-asan has it among its tests.
test-python-asan: ready-test build/asan/build.ninja
	@$(BUILD) asan --target cairn cairn_python
	ctest --preset asan -L python

# The debug build must give the bits of the release build; only the golden tests look at that.
test-golden: ready-test build/debug/build.ninja
	@$(BUILD) debug --target golden_tests
	ctest --preset debug -L golden

# So must another compiler, and a build for processors without the newer instructions.
test-clang test-plain: test-%: ready-test build/%/build.ninja
	@$(BUILD) $* --target golden_tests
	ctest --preset $* -L golden

test-long: ready-test build/release/build.ninja
	@$(BUILD) release
	CAIRN_LONG=1 ctest --preset release -LE 'keys|problems|random|invariance' --timeout 7200

# Every number that a scene may hold x 23 impossible and extreme values, under six methods.
test-keys: ready-test build/release/build.ninja
	@$(BUILD) release --target keys_tests
	CAIRN_LONG=1 ctest --preset release -L keys --timeout 7200

# 100 000 random contact problems, two solvers each, against a second opinion in long double (4 minutes of a
# processor); CAIRN_PROBLEMS=1000000 for a million.
test-problems: ready-test build/release/build.ninja
	@$(BUILD) release --target problems_tests
	CAIRN_LONG=1 ctest --preset release -L problems --timeout 36000

# 300 random scenes per method; CAIRN_SCENES=2000 for more, CAIRN_SEED=N for the first seed. Failing scenes are made
# small and kept in build/findings.
test-random: ready-test build/release/build.ninja
	@$(BUILD) release --target random_tests
	@mkdir -p build/findings
	CAIRN_LONG=1 CAIRN_FINDINGS=$(CURDIR)/build/findings ctest --preset release -L random --timeout 7200

test-invariance: ready-test build/release/build.ninja
	@$(BUILD) release --target invariance_tests
	CAIRN_LONG=1 ctest --preset release -L invariance --timeout 7200

# A minute per target; executions add up in build/fuzz/executions.csv.
test-fuzz: ready-fuzz build/fuzz/build.ninja
	@$(BUILD) fuzz --target fuzz
	tools/fuzz build/fuzz $(or $(FUZZ_SECONDS),60)

# Six runs by instructions; 3 % above tests/speed/baselines.csv fails. `tools/speed build/cairn --store` after a change
# that is worth it.
test-speed: ready-test build
	tools/speed build/cairn

# What only test-all needs.
ready-fuzz: ready-test
	@tools/install test-all

tidy: ready-test build/debug/build.ninja
	@tools/tidy build/debug

bench: build
	build/cairn bench

format: ready-test
	@find src apps mpi tests bench python \( -name '*.h' -o -name '*.cpp' \) -print0 2>/dev/null | xargs -0 -r clang-format -i

package: build
	@tools/install package
	@cpack --config build/release/CPackConfig.cmake -B build
	@rm -rf build/_CPack_Packages

# The package unpacked into a folder: program and Python module run from there.
test-package: package
	@tools/try_package $$(ls -t build/cairn_*.deb | head -1)

clean:
	@rm -rf build hopper.run
