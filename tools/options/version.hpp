#pragma once

#include <string>
#include <string_view>

namespace isthmus {

// What isthmus --version prints: the version, the commit that it was built of, the instructions
// by which this processor computes nets, the fastest first, and fills, the GPUs that are there, and
// the net that comes with the program. A GPU that does not work is named as such, and is no error.
std::string version_text();

// When that commit was made, as 2026-01-31; empty where it is unknown.
extern const std::string_view kCommitDate;

}  // namespace isthmus
