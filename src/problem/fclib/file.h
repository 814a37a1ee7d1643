// Files of the Friction Contact Library (FCLIB, HDF5): what is in them, as it stands there.
//   /fclib_local  {spacedim, W, V, R, vectors {q, s, mu}, info}       u = W r + V λ + q,  Vᵀr + R λ + s = 0
//   /fclib_global {spacedim, M, H, G, vectors {f, w, b, mu}, info}    M v = H r + G λ + f,
//                                                                     u = Hᵀv + w,  Gᵀv + b = 0
//   /solution {v, u, r, l}                                            l is λ
// V, R, s and G, b (bilateral constraints) may be absent. r and u are (n, t1, t2) of one contact after the
// other, or (n, t) if spacedim is 2. problem/fclib/fclib.h makes contact problems of them.
//
// Files come from anywhere and HDF5 may crash on damaged ones, so that they are read in a process of its own.
// What can not be read is an InputError that names the file and what is wrong with it.
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
  std::vector<std::int32_t> p, i;  // begins and indices; of triplets: columns and rows
  std::vector<double> x;
};

struct FclibInfo {
  std::string title, description, math_info;
};

struct FclibFile {
  bool is_global = false;
  std::int32_t spacedim = 3;
  std::map<std::string, FclibMatrix> matrices;
  std::map<std::string, std::vector<double>> vectors;
  FclibInfo info;

  std::string root() const { return is_global ? "/fclib_global" : "/fclib_local"; }
};

struct FclibSolution {
  std::vector<double> v, u, r, l;  // empty ones are not written
};

FclibFile read_fclib_file(const std::string& path);
// Replaces what is there in one step.
void write_fclib_file(const std::string& path, const FclibFile& file);
// A copy of the file `from` with this solution in place of the one it has.
void write_fclib_solution(const std::string& from, const std::string& path, const FclibSolution& solution);

// InputError, calling the values `name`, if one of them is no number, or beyond 1e50: squares are taken of
// all that follows from them.
void require_numbers(std::span<const double> values, const std::string& name);

// Checks the matrix called `name`, whose size is known to be right, and adds up its entries. Triplets are (i,
// p) as CSparse and Siconos have them; if only the other reading, which FCLIB's manual gives, fits the size,
// they are (p, i).
RowMatrix to_sparse(const FclibMatrix& matrix, const std::string& name);
FclibMatrix to_fclib(const RowMatrix& matrix);

}  // namespace cairn
