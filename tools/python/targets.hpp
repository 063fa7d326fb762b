#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/net/net_input.hpp"
#include "tools/python/record_window.hpp"

namespace isthmus::python {

// What a batch of N positions of one view is written to: of R x C cells within (R + 2) x (C + 2)
// points, by rows. All from the view of the side to move.
struct BatchArrays {
  std::uint8_t* planes;  // N x Targets::planes() x points: 0 or 1
  bool* legal;           // N x cells: the legal moves
  float* policy;         // N x cells: shares of the search's visits
  float* win;            // N: 1 where the side to move won, 1/2 in a draw or without a result
  float* value;          // N: what is to be learned of that, 0 to 1
  float* has_result;     // N: 0 where the game was stopped
  bool* owned;           // N x cells: whether the mover's stone lies there in the last position
  bool* filled;          // N x cells: whether any stone does
};

// The positions of a window that had full searches and look alike: those of one shape of view and
// number of symmetries. Immutable, so that threads share it.
class Targets {
 public:
  // A position: that before a move of a game.
  struct Place {
    std::uint32_t game;
    std::uint16_t ply;
    float black;  // what is to be learned of Black's chances
  };

  Targets(std::shared_ptr<const RecordWindow> window, NetView view, std::size_t symmetries,
          std::vector<Place> places)
      : window_(std::move(window)),
        view_(view),
        symmetries_(symmetries),
        places_(std::move(places)) {}

  const NetView& view() const { return view_; }
  // How many input planes the game has.
  int planes() const { return (*window_)[places_.front().game].board->input.planes(); }
  std::size_t symmetries() const { return symmetries_; }
  std::size_t size() const { return places_.size(); }

  // Draws positions and symmetries, as many as `which` has, all alike; the same for one seed.
  void draw(std::uint64_t seed, std::span<std::int64_t> which,
            std::span<std::int64_t> symmetry) const;
  // Writes the positions of these numbers, each by the symmetry of its number, on `threads`
  // threads. Throws std::out_of_range for numbers that there are not.
  void write(std::span<const std::int64_t> which, std::span<const std::int64_t> symmetry,
             int threads, const BatchArrays& arrays) const;

 private:
  void write_one(const Place& place, std::size_t symmetry, std::size_t row,
                 const BatchArrays& arrays) const;

  std::shared_ptr<const RecordWindow> window_;
  NetView view_;
  std::size_t symmetries_;
  std::vector<Place> places_;
};

// Which games of a window are wanted: of those whose seeds are multiples of `one_in` all or none.
struct HeldOut {
  std::uint64_t one_in = 32;
  bool are_wanted = false;  // those, or else the others
};

// The targets of a window, by the rows, columns and symmetries of their views, in the order of the
// games. What is to be learned of a game's result before a move is the mean of what the searches
// from there on said, each weighing 1/horizon of what is left of the weight, and of the result,
// which gets the rest (1/2 for a draw, and where there is none); with a horizon of 0 the result
// alone. Without `held_out` all games are wanted.
std::vector<Targets> make_targets(const std::shared_ptr<const RecordWindow>& window, double horizon,
                                  const HeldOut* held_out);

}  // namespace isthmus::python
