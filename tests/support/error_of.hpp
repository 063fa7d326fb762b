#pragma once

#include <string>
#include <string_view>

namespace isthmus::test {

// What an error that a call throws says; "no error" where it throws none. Other errors pass
// through.
template <class Error, class Call>
std::string error_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

}  // namespace isthmus::test
