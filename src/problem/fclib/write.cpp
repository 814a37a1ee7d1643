// Writes contact problems as FCLIB files: rows of contacts go to W, free rows of joints to R, and their
// coupling to V.
#include <fmt/format.h>

#include <array>
#include <span>

#include "base/assert.h"
#include "base/error.h"
#include "problem/fclib/fclib.h"
#include "problem/matrix_assembler.h"

namespace cairn {
namespace {

// The destination of a row of the problem.
enum class Kind : std::uint8_t { contact, constraint, nothing };
struct Row {
  Kind kind = Kind::nothing;
  std::uint32_t index = 0;
};

Kind kind_of(const AdmissibleSet& set, std::size_t component) {
  if (set.kind != SetKind::box) {
    if (set.cohesion != 0) throw InputError("contacts with cohesion have no place in a file of FCLIB");
    return Kind::contact;
  }
  const Component what = set.component[component];
  if (what == Component::none) return Kind::nothing;
  if (what == Component::free) return Kind::constraint;
  throw InputError("limits and motors of joints have no place in a file of FCLIB");
}

struct Split {
  std::vector<Row> rows;  // three per block
  std::uint32_t contacts = 0, constraints = 0;
};

Split split(const ContactProblem& problem) {
  Split result;
  for (const AdmissibleSet& set : problem.sets) {
    for (std::size_t a = 0; a < 3; ++a) {
      const Kind kind = kind_of(set, a);
      const std::uint32_t index = kind == Kind::contact      ? result.contacts++
                                  : kind == Kind::constraint ? result.constraints++
                                                             : 0;
      result.rows.push_back({kind, index});
    }
  }
  return result;
}

// The elements of the three matrices.
struct Elements {
  std::vector<SparseElement> w, v, r;

  void add(const Row& row, const Row& column, double value) {
    if (row.kind == Kind::nothing || column.kind == Kind::nothing) return;
    const SparseElement element{row.index, column.index, value};
    if (row.kind == Kind::contact) (column.kind == Kind::contact ? w : v).push_back(element);
    if (row.kind == Kind::constraint && column.kind == Kind::constraint) r.push_back(element);
  }
  void add(std::span<const Row> rows, std::span<const Row> columns, const Mat3& block) {
    const std::array lines{block.row0, block.row1, block.row2};
    for (std::size_t a = 0; a < 3; ++a) {
      add(rows[a], columns[0], lines[a].x);
      add(rows[a], columns[1], lines[a].y);
      add(rows[a], columns[2], lines[a].z);
    }
  }
};

Elements elements_of(const BlockMatrix& matrix, std::span<const Row> rows) {
  Elements elements;
  for (std::size_t i = 0; i < matrix.size(); ++i)
    for (std::uint32_t k = matrix.begin[i]; k < matrix.begin[i + 1]; ++k)
      elements.add(rows.subspan(3 * i, 3), rows.subspan(3 * std::size_t{matrix.column[k]}, 3),
                   matrix.block[k]);
  return elements;
}

}  // namespace

FclibFile to_fclib(const ContactProblem& problem, const FclibInfo& info) {
  const Split parts = split(problem);
  if (parts.contacts == 0) throw InputError("there are no contacts, hence no problem to write");
  check_prepared(problem);
  FclibFile file;
  file.info = info;
  std::vector<double>&q = file.vectors["q"], &mu = file.vectors["mu"], s;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const std::array values{problem.q[i].x, problem.q[i].y, problem.q[i].z};
    for (std::size_t a = 0; a < 3; ++a) {
      if (parts.rows[3 * i + a].kind == Kind::contact) q.push_back(values[a]);
      if (parts.rows[3 * i + a].kind == Kind::constraint) s.push_back(values[a]);
    }
    if (problem.sets[i].kind != SetKind::box) mu.push_back(problem.sets[i].friction);
  }
  Elements elements = elements_of(assemble(problem), parts.rows);
  CAIRN_ASSERT(q.size() == parts.contacts && s.size() == parts.constraints);
  CAIRN_ASSERT(3 * mu.size() == q.size());
  file.matrices["W"] = to_fclib(from_elements(parts.contacts, parts.contacts, elements.w));
  if (parts.constraints == 0) return file;
  file.matrices["V"] = to_fclib(from_elements(parts.contacts, parts.constraints, elements.v));
  file.matrices["R"] = to_fclib(from_elements(parts.constraints, parts.constraints, elements.r));
  file.vectors["s"] = std::move(s);
  return file;
}

void write_fclib_local(const ContactProblem& problem, const std::string& path, const FclibInfo& info) {
  write_fclib_file(path, to_fclib(problem, info));
}

}  // namespace cairn
