#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/game/evaluator.hpp"

namespace isthmus::selfplay {

// Thrown by a seat's evaluators once a stop was requested, through the search and out of it.
class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped"; }
};

// Where one of many games at once is played: its evaluators look like any others, but let the other
// games of the thread go on until all of them wait for an answer.
class Seat {
 public:
  Seat(int number, std::vector<std::unique_ptr<Evaluator>> evaluators)
      : number_(number), evaluators_(std::move(evaluators)) {}

  // Counts from 0. Seats with neighbouring numbers share a thread, and so their batches.
  int number() const { return number_; }

  // The stand-in for evaluator i of those that run_seats() was given.
  const Evaluator& evaluator(std::size_t i) const { return *evaluators_[i]; }

 private:
  int number_;
  std::vector<std::unique_ptr<Evaluator>> evaluators_;
};

// What the seats have asked for so far, and where the time of their threads went.
struct Traffic {
  std::atomic<std::int64_t> evaluations{0};
  std::atomic<std::int64_t> batches{0};
  std::atomic<std::int64_t> evaluating_ns{0};  // in the evaluators, over all threads
  std::atomic<std::int64_t> playing_ns{0};     // elsewhere
};

// Runs `body` once in each of many seats, spread over `threads` threads, and returns when all have
// returned. What the seats of one thread ask of an evaluator reaches it in one call; the calls of
// different threads overlap. When stop is requested, evaluators throw Stopped, which bodies should
// let through or end on. The first other exception of a body or an evaluator stops all seats and is
// thrown.
void run_seats(std::span<const std::unique_ptr<Evaluator>> evaluators, int seats, int threads,
               std::stop_token stop, Traffic& traffic, const std::function<void(Seat&)>& body);

}  // namespace isthmus::selfplay
