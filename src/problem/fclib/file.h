// Files of the Friction Contact Library (FCLIB [AC18], HDF5): their contents as stored.
//   /fclib_local  {spacedim, W, V, R, vectors {q, s, mu}, info}       u = W r + V λ + q,  Vᵀr + R λ + s = 0
//   /fclib_global {spacedim, M, H, G, vectors {f, w, b, mu}, info}    M v = H r + G λ + f,
//                                                                     u = Hᵀv + w,  Gᵀv + b = 0
//   /solution {v, u, r, l}                                            l is λ
//   /guesses {number_of_guesses, 1 {v, u, r, l}, 2 ...}               first guesses
// V, R, s and G, b (bilateral constraints) may be absent. r and u are (n, t1, t2) of one contact after the
// other, or (n, t) if spacedim is 2. problem/fclib/fclib.h converts them to contact problems.
//
// HDF5 may crash on damaged files, so they are read in a separate process. Unreadable files throw an
// InputError with the name of the file and the reason.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "math/row_matrix.h"

namespace cairn {

struct FclibMatrix {
  std::int32_t rows = 0, columns = 0;
  std::int32_t nz = -2;            // -2: compressed rows, -1: compressed columns, else number of triplets
  std::vector<std::int32_t> p, i;  // begins and indices; for triplets: columns and rows
  std::vector<double> x;
};

struct FclibInfo {
  std::string title, description, math_info;
};

struct FclibSolution {
  std::vector<double> v, u, r, l;  // empty ones are not written
};

struct FclibFile {
  bool is_global = false;
  std::int32_t spacedim = 3;
  std::map<std::string, FclibMatrix> matrices;
  std::map<std::string, std::vector<double>> vectors;
  FclibInfo info;
  std::vector<FclibSolution> guesses;  // what is missing of one is empty

  std::string root() const { return is_global ? "/fclib_global" : "/fclib_local"; }
};

FclibFile read_fclib_file(const std::string& path);
// Replaces an existing file in one step.
void write_fclib_file(const std::string& path, const FclibFile& file);
// Copies the file `from`, with this solution in place of its own.
void write_fclib_solution(const std::string& from, const std::string& path, const FclibSolution& solution);

// Throws InputError, calling the values `name`, if one is not finite or is beyond 1e50: later steps square
// them.
void require_numbers(std::span<const double> values, const std::string& name);

// Checks the matrix called `name`, whose size is known to be right, and adds up repeated elements. Triplets
// are (i, p) as in CSparse and Siconos. If only the other order, of FCLIB's manual, fits the size, they are
// (p, i).
RowMatrix to_sparse(const FclibMatrix& matrix, const std::string& name);
FclibMatrix to_fclib(const RowMatrix& matrix);

}  // namespace cairn
