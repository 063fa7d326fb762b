#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/theory/solver.hpp"

namespace isthmus::solve {

// How a search for a proof goes, from when this is made.
class Progress {
 public:
  // Of a solver that is as far as that now.
  explicit Progress(const SolverStatus& status) : nodes_(status.nodes) {}

  // "1234567 positions, 8901/s, to win 23, to lose 456, 7 of 49 moves proven, about 1:23 left".
  std::string text(const SolverStatus& status);
  // One line of JSON, without its end; see README.md.
  std::string json(const SolverStatus& status);

 private:
  using Clock = std::chrono::steady_clock;

  double rate(const SolverStatus& status);
  std::optional<double> seconds_left(const SolverStatus& status);

  std::int64_t nodes_;  // by the time of the last call
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
  int most_open_ = 0;  // moves of the position that could still win
};

// How the making of a certificate goes, from when this is made.
class FactProgress {
 public:
  // "123456 facts of the certificate, 7890/s".
  std::string text(std::size_t facts);
  // One line of JSON, without its end; see README.md.
  std::string json(std::size_t facts);

 private:
  using Clock = std::chrono::steady_clock;

  double rate(std::size_t facts);

  std::size_t facts_ = 0;  // by the time of the last call
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
};

}  // namespace isthmus::solve
