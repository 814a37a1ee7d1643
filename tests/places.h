// Where this build stands: folders and programs that tests open. CMake writes the answers into places.cpp of
// the build tree.
#pragma once

#include <string>

namespace cairn {

// A file of the source tree, named from its root.
std::string in_source_tree(const std::string& path);
// The program `cairn` of this build, and the folder of its Python module; empty where they were not built.
std::string cairn_program();
std::string python_module_folder();

}  // namespace cairn
