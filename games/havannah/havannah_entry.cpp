#include "games/havannah/havannah_entry.hpp"

namespace isthmus {

void HavannahEntry::save(WordWriter& words) const {
  words.add(key.code);
  words.add(moves);
  words.add(to_win, to_lose);
  words.add(work.positions(), best | static_cast<std::uint32_t>(has_draw) << 8 |
                                  static_cast<std::uint32_t>(answers_tried) << 9);
}

std::optional<HavannahEntry> HavannahEntry::load(WordReader& words, const CellBits<1>& cells) {
  HavannahEntry entry;
  entry.key.code = words.word();
  entry.moves = words.word();
  std::tie(entry.to_win, entry.to_lose) = words.halves();
  const auto [work, last] = words.halves();
  entry.work = Work(work);
  entry.best = static_cast<std::uint8_t>(last);
  entry.has_draw = (last >> 8 & 1U) != 0;
  entry.answers_tried = (last >> 9 & 1U) != 0;
  ShapeBits empty = 0;
  std::uint64_t code = entry.key.code / 2;
  cells.for_each([&](Cell bit) {
    if (code % 3 == 0) empty |= shape_bit(bit);
    code /= 3;
  });
  const bool is_move =
      entry.best == kNoBest || (entry.best < kNoBest && (empty & shape_bit(entry.best)) != 0);
  const bool is_sound = work > 0 && code == 0 && (entry.moves & ~empty) == 0 && is_move &&
                        last >> 10 == 0 && are_proof_numbers(entry.to_win, entry.to_lose) &&
                        (entry.is_solved() || entry.moves != 0);
  return is_sound ? std::optional(entry) : std::nullopt;
}

}  // namespace isthmus
