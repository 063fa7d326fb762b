#include "tools/selfplay/numbered_files.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace isthmus::selfplay {

namespace {

namespace fs = std::filesystem;

// The number of a file's name; -1 for names of other files.
int number_of(const std::string& name, const NameOf& name_of) {
  constexpr auto kDigits = "0123456789";
  if (name == name_of(0)) return 0;
  for (std::size_t end = name.size(); end > 0;) {
    const std::size_t last = name.find_last_of(kDigits, end - 1);
    if (last == name.npos) break;
    const std::size_t first = name.find_last_not_of(kDigits, last) + 1;  // 0 where it finds none
    int number = 0;
    std::from_chars(name.data() + first, name.data() + last + 1, number);
    if (name == name_of(number)) return number;
    end = first;
  }
  return -1;
}

}  // namespace

std::vector<NumberedFile> list_numbered(const fs::path& folder, const NameOf& name_of) {
  std::vector<NumberedFile> files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const int number = number_of(entry.path().filename().string(), name_of);
    if (number >= 0) files.push_back({number, entry.path()});
  }
  std::sort(files.begin(), files.end(),
            [](const NumberedFile& a, const NumberedFile& b) { return a.number < b.number; });
  return files;
}

NumberedFile make_numbered(const fs::path& folder, const NameOf& name_of, int from) {
  for (int number = from;; ++number) {
    const fs::path path = folder / name_of(number);
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0) {
      ::close(file);
      return {number, path};
    }
    if (errno != EEXIST) {
      throw std::runtime_error("cannot make " + path.string() + ": " + std::strerror(errno));
    }
  }
}

}  // namespace isthmus::selfplay
