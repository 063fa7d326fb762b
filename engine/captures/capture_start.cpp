#include "engine/captures/capture_start.hpp"

#include <stdexcept>

#include "engine/captures/capture_random.hpp"
#include "engine/captures/capture_set.hpp"

namespace isthmus {

namespace {

// Checks all but the groups.
void check_board(const CaptureTask& task) {
  if (task.side < kMinCaptureSide || task.side > kMaxCaptureSide) {
    throw std::invalid_argument("a playout with captures on a board of another side");
  }
  const CellSet board = CellSet::range(0, task.side * task.side);
  const CellSet occupied = task.black | task.white;
  if (!(occupied - board).empty()) throw std::invalid_argument("a stone beyond the board");
  if (!(task.black & task.white).empty()) throw std::invalid_argument("two stones on a cell");
  if (task.ko && (*task.ko >= task.side * task.side || occupied.contains(*task.ko))) {
    throw std::invalid_argument("a ko that is no empty cell");
  }
  if (task.playouts == 0) throw std::invalid_argument("no playouts");
}

template <class Shape>
using Cells = CaptureSet<std::uint32_t, Shape>;

template <class Shape>
Cells<Shape> words_of(const CellSet& cells) {
  Cells<Shape> words{};
  cells.for_each([&](Cell cell) {
    const int bit = capture_bit(Shape::kSide, cell);
    words[bit / 32] |= 1u << (bit % 32);
  });
  return words;
}

// The stones of a colour whose groups have one in `seeds`.
template <class Shape>
Cells<Shape> groups_at(const Cells<Shape>& seeds, const Cells<Shape>& colour) {
  Cells<Shape> groups;
  for (int i = 0; i < Shape::kWords; ++i) groups[i] = seeds[i] & colour[i];
  while (grow(groups, colour) != 0) {
  }
  return groups;
}

// The stones of a colour that are joined to the first row and to the first column. Checks its
// groups.
template <class Shape>
struct Joined {
  Joined(const Cells<Shape>& colour, const Cells<Shape>& empty) {
    Cells<Shape> first_row{}, first_column;
    first_row[0] = Shape::kTop;
    for (int i = 0; i < Shape::kWords; ++i) first_column[i] = Shape::left(i);
    top = groups_at(first_row, colour);
    left = groups_at(first_column, colour);
    const auto alive = groups_at(neighbours(empty), colour);
    std::uint32_t dead = 0, wins = top[Shape::kBottomWord] & Shape::kBottom;
    for (int i = 0; i < Shape::kWords; ++i) {
      dead |= colour[i] & ~alive[i];
      wins |= left[i] & Shape::right(i);
    }
    if (dead != 0) throw std::invalid_argument("a playout from a group without liberties");
    if (wins != 0) throw std::invalid_argument("a playout of a game that is won");
  }

  Cells<Shape> top, left;
};

template <class Shape>
void fill_in(const CaptureTask& task, Shape, CaptureStart& start) {
  const bool is_white = task.to_move == Colour::white;
  const auto own = words_of<Shape>(is_white ? task.white : task.black);
  const auto other = words_of<Shape>(is_white ? task.black : task.white);
  Cells<Shape> not_own, empty;
  for (int i = 0; i < Shape::kWords; ++i) {
    not_own[i] = Shape::board(i) & ~own[i];
    empty[i] = not_own[i] & ~other[i];
  }
  const Joined<Shape> own_joined(own, empty), other_joined(other, empty);
  const auto no_eyes = neighbours(not_own);
  CellSet closed;
  if (task.ko) closed.insert(*task.ko);
  const auto ko = words_of<Shape>(closed);
  for (int i = 0; i < Shape::kWords; ++i) {
    const auto set = [&](CaptureStart::Set number) -> std::uint32_t& {
      return start.words[number * Shape::kWords + i];
    };
    set(CaptureStart::own) = own[i];
    set(CaptureStart::stones) = own[i] | other[i];
    set(CaptureStart::top) = own_joined.top[i] | other_joined.top[i];
    set(CaptureStart::left) = own_joined.left[i] | other_joined.left[i];
    set(CaptureStart::candidates) = empty[i] & no_eyes[i] & ~ko[i];
  }
}

}  // namespace

CaptureStart make_capture_start(const CaptureTask& task) {
  check_board(task);
  CaptureStart start{};
  with_capture_shape(task.side, [&](auto shape) { fill_in(task, shape, start); });
  start.key = CaptureRandom::key_of(task.seed);
  start.playouts = task.playouts;
  start.is_white = task.to_move == Colour::white;
  return start;
}

}  // namespace isthmus
