// FCLIB's own library reads what we write, and we read what it writes.
#include <gtest/gtest.h>

#ifdef CAIRN_HAS_FCLIB
extern "C" {
#include <fclib.h>
}
#endif

#include "contact_sample.h"
#include "problem/matrix_assembler.h"
#include "tolerances.h"
#include "unit/fclib_sample.h"
#include "unit/scratch.h"

namespace cairn {
namespace {

#ifdef CAIRN_HAS_FCLIB

fclib_matrix library_matrix(FclibMatrix& matrix) {
  return {static_cast<int>(matrix.x.size()),
          matrix.rows,
          matrix.columns,
          matrix.p.data(),
          matrix.i.data(),
          matrix.x.data(),
          matrix.nz,
          nullptr};
}

TEST(FclibLibrary, ReadsOurProblemsAndSolutions) {
  const Scratch scratch;
  const std::string path = scratch.file("pile.hdf5");
  const FclibFile file = to_fclib(sample_pile(4, 0.4, 1), {"a pile", "of four balls", ""});
  write_fclib_file(path, file);
  const FclibProblem problem = read_fclib(path, FclibLaw::coulomb);
  const FclibSolution found = to_solution(problem, solve_sample(problem.contacts, "pgs"));
  write_fclib_solution(path, path, found);

  fclib_local* read = fclib_read_local(path.c_str());
  ASSERT_NE(read, nullptr);
  const FclibMatrix& w = file.matrices.at("W");
  EXPECT_EQ(read->spacedim, 3);
  EXPECT_EQ(read->W->m, w.rows);
  EXPECT_EQ(read->W->nz, -2);
  ASSERT_EQ(read->W->nzmax, static_cast<int>(w.x.size()));
  EXPECT_TRUE(std::equal(w.p.begin(), w.p.end(), read->W->p));
  EXPECT_TRUE(std::equal(w.i.begin(), w.i.end(), read->W->i));
  EXPECT_TRUE(std::equal(w.x.begin(), w.x.end(), read->W->x));
  const std::vector<double>&q = file.vectors.at("q"), &mu = file.vectors.at("mu");
  EXPECT_TRUE(std::equal(q.begin(), q.end(), read->q));
  EXPECT_TRUE(std::equal(mu.begin(), mu.end(), read->mu));
  EXPECT_STREQ(read->info->title, "a pile");
  EXPECT_STREQ(read->info->description, "of four balls");

  fclib_solution* solution = fclib_read_solution(path.c_str());
  ASSERT_NE(solution, nullptr);
  EXPECT_TRUE(std::equal(found.r.begin(), found.r.end(), solution->r));
  EXPECT_TRUE(std::equal(found.u.begin(), found.u.end(), solution->u));
  fclib_delete_solutions(solution, 1);
  fclib_delete_local(read);
}

TEST(FclibLibrary, WritesProblemsThatWeRead) {
  const Scratch scratch;
  const ContactProblem pile = sample_pile(4, 0.4, 2);
  FclibFile local = to_fclib(pile, {}), global = global_sample(pile);
  fclib_info info{const_cast<char*>("title"), const_cast<char*>("description"), const_cast<char*>("math")};
  for (const Form form : {Form::rows, Form::columns, Form::triplets}) {
    const std::string path = scratch.file(std::to_string(static_cast<int>(form)));
    FclibMatrix w = in_form(local.matrices["W"], form), m = in_form(global.matrices["M"], form),
                h = in_form(global.matrices["H"], form);
    fclib_matrix library_w = library_matrix(w), library_m = library_matrix(m), library_h = library_matrix(h);
    fclib_local one{.W = &library_w,
                    .V = nullptr,
                    .R = nullptr,
                    .mu = local.vectors["mu"].data(),
                    .q = local.vectors["q"].data(),
                    .s = nullptr,
                    .spacedim = 3,
                    .info = &info};
    ASSERT_EQ(fclib_write_local(&one, (path + "l").c_str()), 1);
    fclib_global other{.M = &library_m,
                       .H = &library_h,
                       .G = nullptr,
                       .mu = global.vectors["mu"].data(),
                       .f = global.vectors["f"].data(),
                       .b = nullptr,
                       .w = global.vectors["w"].data(),
                       .spacedim = 3,
                       .info = &info};
    ASSERT_EQ(fclib_write_global(&other, (path + "g").c_str()), 1);
    const FclibProblem from_local = read_fclib(path + "l", FclibLaw::coulomb),
                       from_global = read_fclib(path + "g", FclibLaw::coulomb);
    expect_same(from_local.contacts.matrix, assemble(pile), kFewRoundings);
    expect_same(from_global.contacts.matrix, assemble(pile), kThousandsOfRoundings);
    EXPECT_EQ(from_local.info.title, "title");
    EXPECT_EQ(from_global.info.math_info, "math");
  }
}

#else

TEST(FclibLibrary, IsNotHere) {
  GTEST_SKIP() << "no libfclib when this was built (apt-get install libfclib-dev)";
}

#endif

}  // namespace
}  // namespace cairn
