#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/captures/capture_random.hpp"
#include "engine/captures/capture_task.hpp"
#include "engine/playout/outcome_counts.hpp"

namespace isthmus::test {

// Playouts with captures in the plainest way, cell by cell and group by group.
class CaptureReference {
 public:
  enum Stone { none, black, white };

  explicit CaptureReference(const CaptureTask& task)
      : side_(task.side), stones_(static_cast<std::size_t>(side_ * side_), none), ko_(-1) {
    task.black.for_each([&](Cell cell) { stones_[cell] = black; });
    task.white.for_each([&](Cell cell) { stones_[cell] = white; });
    if (task.ko) ko_ = *task.ko;
    mover_ = task.to_move == Colour::black ? black : white;
  }

  Stone at(int cell) const { return stones_[static_cast<std::size_t>(cell)]; }
  Stone mover() const { return mover_; }

  // Calls visit(cell) for each neighbour.
  template <class Visit>
  void for_each_neighbour(int cell, Visit&& visit) const {
    if (cell / side_ > 0) visit(cell - side_);
    if (cell / side_ < side_ - 1) visit(cell + side_);
    if (cell % side_ > 0) visit(cell - 1);
    if (cell % side_ < side_ - 1) visit(cell + 1);
  }
  // All cells that can be reached from one through cells with the same on them, and how many empty
  // cells these have beside them.
  struct Group {
    std::vector<int> cells;
    int liberties = 0;
  };
  Group group(int cell) const {
    Group found;
    found.cells.reserve(stones_.size());
    std::vector<char> is_seen(stones_.size());
    is_seen[static_cast<std::size_t>(cell)] = 1;
    found.cells.push_back(cell);
    for (std::size_t i = 0; i < found.cells.size(); ++i) {
      for_each_neighbour(found.cells[i], [&](int neighbour) {
        char& seen = is_seen[static_cast<std::size_t>(neighbour)];
        const bool is_same = at(neighbour) == at(cell);
        if (seen != 0 || !(is_same || at(neighbour) == none)) return;
        seen = 1;
        if (is_same) {
          found.cells.push_back(neighbour);
        } else {
          ++found.liberties;
        }
      });
    }
    return found;
  }
  bool is_eye(int cell) const {
    bool is_own = true;
    for_each_neighbour(cell, [&](int neighbour) { is_own = is_own && at(neighbour) == mover_; });
    return is_own;
  }
  // Plays a stone of the side to move, and passes the turn. Returns false, and leaves the board as
  // it was, where that is not legal.
  bool play(int cell) {
    if (at(cell) != none || cell == ko_) return false;
    const CaptureReference before = *this;
    set(cell, mover_);
    std::vector<int> taken;
    for_each_neighbour(cell, [&](int neighbour) {
      if (at(neighbour) != opponent()) return;
      const Group next = group(neighbour);
      if (next.liberties > 0) return;
      for (const int member : next.cells) {
        set(member, none);
        taken.push_back(member);
      }
    });
    const Group own = group(cell);
    if (own.liberties == 0) {
      *this = before;
      return false;
    }
    const bool is_alone = own.cells.size() == 1 && own.liberties == 1;
    ko_ = taken.size() == 1 && is_alone ? taken[0] : -1;
    mover_ = opponent();
    return true;
  }
  bool is_legal(int cell) const { return CaptureReference(*this).play(cell); }
  // Whether the colour has joined two opposite sides.
  bool has_won(Stone colour) const {
    std::vector<char> is_seen(stones_.size());
    for (int first = 0; first < side_ * side_; ++first) {
      if (at(first) != colour || is_seen[static_cast<std::size_t>(first)] != 0) continue;
      bool top = false, bottom = false, left = false, right = false;
      for (const int cell : group(first).cells) {
        is_seen[static_cast<std::size_t>(cell)] = 1;
        top = top || cell / side_ == 0;
        bottom = bottom || cell / side_ == side_ - 1;
        left = left || cell % side_ == 0;
        right = right || cell % side_ == side_ - 1;
      }
      if ((top && bottom) || (left && right)) return true;
    }
    return false;
  }

  // Plays a move as CaptureTask says. Returns the cell; none where there is no legal move.
  std::optional<int> play_random(CaptureRandom& random) {
    for (const bool eyes : {false, true}) {
      std::vector<int> candidates;
      const int words = words_of_side();
      for (int first_row = 0; first_row < words; ++first_row) {
        for (int row = first_row; row < side_; row += words) {
          for (int cell = row * side_; cell < (row + 1) * side_; ++cell) {
            if (at(cell) == none && cell != ko_ && is_eye(cell) == eyes) candidates.push_back(cell);
          }
        }
      }
      while (!candidates.empty()) {
        const auto drawn = static_cast<std::ptrdiff_t>(
            random.below(static_cast<std::uint32_t>(candidates.size())));
        const int cell = candidates[static_cast<std::size_t>(drawn)];
        if (play(cell)) return cell;
        candidates.erase(candidates.begin() + drawn);
      }
    }
    return std::nullopt;
  }

  // What a playout ends with.
  struct Outcome {
    Stone winner = none;  // none for a draw
    int moves = 0;
    bool no_move = false;  // whether it ended as there was none
  };
  Outcome play_out(CaptureRandom random) {
    Outcome outcome;
    while (outcome.moves < 2 * side_ * side_) {
      const Stone colour = mover_;
      if (!play_random(random)) return {opponent(), outcome.moves, true};
      ++outcome.moves;
      if (has_won(colour)) return {colour, outcome.moves, false};
    }
    return outcome;
  }

  // The position as a task of `playouts` playouts.
  CaptureTask task(std::uint32_t playouts, std::uint64_t seed) const {
    CaptureTask result;
    result.side = side_;
    for (int cell = 0; cell < side_ * side_; ++cell) {
      if (at(cell) == black) result.black.insert(static_cast<Cell>(cell));
      if (at(cell) == white) result.white.insert(static_cast<Cell>(cell));
    }
    result.to_move = mover_ == black ? Colour::black : Colour::white;
    if (ko_ >= 0) result.ko = static_cast<Cell>(ko_);
    result.playouts = playouts;
    result.seed = seed;
    return result;
  }

 private:
  // The least number of words of 32 bits that hold all rows, each with a bit to keep it apart from
  // the next in its word.
  int words_of_side() const {
    int rows = 1;
    while ((rows + 1) * (side_ + 1) - 1 <= 32) ++rows;
    return side_ / rows + (side_ % rows != 0);
  }
  Stone opponent() const { return mover_ == black ? white : black; }
  void set(int cell, Stone stone) { stones_[static_cast<std::size_t>(cell)] = stone; }

  int side_;
  std::vector<Stone> stones_;
  int ko_;  // -1: none
  Stone mover_;
};

inline OutcomeCounts reference_counts(const CaptureTask& task) {
  const auto cells = static_cast<std::size_t>(task.side * task.side);
  const std::vector<std::uint32_t> zeros(cells);
  OutcomeCounts counts{task.playouts, 0, 0, zeros, zeros, zeros, zeros};
  for (std::uint32_t playout = 0; playout < task.playouts; ++playout) {
    CaptureReference board(task);
    const auto outcome = board.play_out(CaptureRandom(CaptureRandom::key_of(task.seed), playout));
    const std::uint32_t points = outcome.winner == CaptureReference::black  ? 2
                                 : outcome.winner == CaptureReference::none ? 1
                                                                            : 0;
    counts.black_wins += points == 2;
    counts.draws += points == 1;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const auto stone = board.at(static_cast<int>(cell));
      if (stone == CaptureReference::black) {
        ++counts.black[cell];
        counts.black_points[cell] += points;
      } else if (stone == CaptureReference::white) {
        ++counts.white[cell];
        counts.white_points[cell] += points;
      }
    }
  }
  return counts;
}

}  // namespace isthmus::test
