#pragma once

#include <string>
#include <vector>

#include "tools/bench/report.hpp"

// The words and numbers that tables and charts share.

namespace isthmus {

// A number from 0 on to three digits or so, with a letter for thousands: "12.3 M".
std::string rate_text(double per_second);

// A ratio to three digits or so: "0.58", "9.36", "13.2".
std::string ratio_text(double ratio);

// Whether any row has one.
bool has_limits(const std::vector<BenchRow>& rows);

// What was measured and when, on one line.
std::string machine_text(const BenchReport& report);

}  // namespace isthmus
