#pragma once

#include <string_view>

namespace isthmus {

// What a target does with an input, once for each that the fuzzer thinks of; aborts where something
// is not as it should be.
void fuzz_input(std::string_view input);

}  // namespace isthmus
