#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace isthmus::selfplay {

// Files of one kind in a folder, named by numbers from 0 on, which several processes make at the
// same time, on several machines too.

// The name of the file of a number.
using NameOf = std::function<std::string(int)>;

struct NumberedFile {
  int number;
  std::filesystem::path path;
};

// Those that there are, in the order of their numbers; none where there is no folder.
std::vector<NumberedFile> list_numbered(const std::filesystem::path& folder, const NameOf& name_of);

// Makes the first, by the numbers from this one on, that is not there yet. It is empty. Throws
// std::runtime_error where it cannot be made.
NumberedFile make_numbered(const std::filesystem::path& folder, const NameOf& name_of, int from);

}  // namespace isthmus::selfplay
