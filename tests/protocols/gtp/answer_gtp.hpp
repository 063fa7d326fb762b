#pragma once

#include <string>
#include <string_view>

#include "protocols/gtp/gtp.hpp"

namespace isthmus {

// What a conversation of this line alone answers, drawings for GoGui left aside; an empty text
// where the protocol wants no answer.
inline std::string answer_gtp(GtpEngine& engine, std::string_view line) {
  GtpInput input;
  input.push(std::string(line));
  input.close();
  std::string answer;
  run_gtp(engine, input, [&](std::string_view text) {
    if (!text.starts_with("gogui-gfx")) answer += text;
  });
  return answer;
}

}  // namespace isthmus
