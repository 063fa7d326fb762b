#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "tools/book/builder.hpp"

namespace isthmus::book {

// The files that games for a book are taken from, and other books.
struct Sources {
  std::vector<std::filesystem::path> shards;
  std::vector<std::filesystem::path> tournaments;
  std::vector<std::filesystem::path> books;
};

// Finds them in folders of self-play or tournaments, or takes the files themselves, books too.
// Throws BadInput where there are none.
Sources find_sources(const std::vector<std::string>& paths);

// Adds all their games, finishes the builder, and returns how many were of other boards. `note` is
// given what is damaged. Throws BadInput for a file that cannot be read, and std::runtime_error
// where a stop is requested.
std::int64_t add_sources(Builder& builder, const Sources& sources, const std::stop_token& stop,
                         const std::function<void(const std::string&)>& note);

}  // namespace isthmus::book
