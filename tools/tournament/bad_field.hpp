#pragma once

#include <string>

#include "protocols/json/json_field.hpp"
#include "tools/base/bad_input.hpp"

namespace isthmus::tournament {

// The error with a message that names the field by its JSON pointer: "/games is 7; give an even
// number".
inline BadInput bad_field(const JsonFieldError& error) {
  return BadInput((error.field().empty() ? "the document" : "/" + error.field()) + " is " +
                  error.found() + "; " + error.advice());
}

}  // namespace isthmus::tournament
