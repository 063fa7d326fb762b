#include "gpu/captures/group_image.hpp"

#include "gpu/captures/group_board.hpp"

namespace isthmus {

namespace {

template <class Shape>
void make_image(const CaptureTask& task, std::uint16_t* words) {
  using Board = GroupBoard<Shape, 1>;
  static_assert(group_image_words(Shape::kSide) == Board::kCellWords + 2 * Board::kSets + 1);
  std::uint32_t sets[Board::kSets];
  Board board(words, sets);
  board.clear();
  const auto place = [&](const CellSet& stones, typename Board::Colour colour) {
    // All groups have a liberty in the end, so none is captured on the way.
    stones.for_each([&](Cell cell) { board.place(cell, colour, board.look(cell, colour)); });
  };
  place(task.black, Board::black);
  place(task.white, Board::white);
  words += Board::kCellWords;
  for (const std::uint32_t set : sets) {
    *words++ = static_cast<std::uint16_t>(set);
    *words++ = static_cast<std::uint16_t>(set >> 16);
  }
  *words = static_cast<std::uint16_t>(task.ko ? *task.ko : Board::kCells);
}

}  // namespace

void make_group_image(const CaptureTask& task, std::uint16_t* words) {
  with_capture_shape(task.side, [&](auto shape) {
    using Shape = decltype(shape);
    if constexpr (plays_by_groups(Shape::kSide)) make_image<Shape>(task, words);
  });
}

}  // namespace isthmus
