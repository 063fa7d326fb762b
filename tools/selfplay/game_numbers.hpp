#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tools/selfplay/settings.hpp"

namespace isthmus::selfplay {

// A game that is to be played: the index of its board among those of the run, and a number among
// the games there, from which its seed follows. No other run into the folder has the number.
struct GameNumber {
  std::size_t size = 0;
  std::int64_t number = 0;

  friend auto operator<=>(const GameNumber&, const GameNumber&) = default;
};

// Hands out the games of a run. Threads share it.
class GameNumbers {
 public:
  virtual ~GameNumbers() = default;
  GameNumbers() = default;
  GameNumbers(const GameNumbers&) = delete;
  GameNumbers& operator=(const GameNumbers&) = delete;

  // The next game on this board; nothing where there is none to begin now.
  virtual std::optional<GameNumber> next(std::size_t size) = 0;
  // The game has ended, and is in a shard.
  virtual void ended(const GameNumber& game) = 0;
  // To be called when next() gives nothing and all games have ended: whether there are more now,
  // which others were to play and did not.
  virtual bool has_more() = 0;
};

// How many of the games are of each size, by the weights; as good as infinitely many where there is
// no limit of games (0).
std::vector<std::int64_t> games_by_size(std::span<const WeightedSize> sizes, std::int64_t games);

// The first of the numbers that this run has for its own among all runs into the folder, at the
// same time too and on other machines: 2^40 for each board. What says so is a file, run-00000 and
// on, which is made before the first game and never deleted, so that a run that was killed has had
// its numbers. Throws std::runtime_error where it cannot be made.
std::int64_t claim_numbers(const std::filesystem::path& folder);

// The numbers of one process, which count up.
class CountedNumbers : public GameNumbers {
 public:
  // With as many games as there are of each size, numbered from `first` on.
  CountedNumbers(std::vector<std::int64_t> games, std::int64_t first)
      : games_(std::move(games)), begun_(games_.size()), first_(first) {}

  std::optional<GameNumber> next(std::size_t size) override {
    const std::lock_guard lock(mutex_);
    if (begun_[size] == games_[size]) return std::nullopt;
    return GameNumber{size, first_ + begun_[size]++};
  }
  void ended(const GameNumber&) override {}
  bool has_more() override { return false; }

 private:
  std::vector<std::int64_t> games_;  // by size, as the next
  std::vector<std::int64_t> begun_;
  std::int64_t first_;
  std::mutex mutex_;
};

}  // namespace isthmus::selfplay
