#include "engine/solve/df_pn_entry.hpp"

#include <tuple>

#include "engine/board/board_words.hpp"
#include "engine/random/splitmix.hpp"
#include "engine/solve/proof_numbers.hpp"

namespace isthmus {

template <int kWords>
std::uint64_t DfPnKey<kWords>::hash() const {
  std::uint64_t hash = SplitMix64::mix(rest);
  for (const CellBits<kWords>& cells : stones) {
    for (std::uint64_t word : cells.words()) hash = SplitMix64::mix(hash + word) + 1;
  }
  return hash;
}

template <int kWords>
void DfPnEntry<kWords>::save(WordWriter& words) const {
  for (const CellBits<kWords>& cells : key.stones) words.add(cells);
  words.add(key.rest);
  for (const CellBits<kWords>& cells : kept) words.add(cells);
  words.add(to_win, to_lose);
  words.add(work.positions(), best.code());
  words.add(fewest | std::uint32_t{back} << 16, has_draw);
}

template <int kWords>
std::optional<DfPnEntry<kWords>> DfPnEntry<kWords>::load(WordReader& words,
                                                         const CellBits<kWords>& cells) {
  DfPnEntry entry;
  for (CellBits<kWords>& stones : entry.key.stones) stones = words.template cells<kWords>();
  entry.key.rest = words.word();
  for (CellBits<kWords>& stones : entry.kept) stones = words.template cells<kWords>();
  std::tie(entry.to_win, entry.to_lose) = words.halves();
  const auto [work, code] = words.halves();
  const auto [fewest_and_back, draw] = words.halves();
  const std::optional<Move> best = move_of_code(code, cells);
  entry.work = Work(work);
  entry.best = best.value_or(Move::none());
  entry.fewest = static_cast<std::uint16_t>(fewest_and_back);
  entry.back = static_cast<std::uint16_t>(fewest_and_back >> 16);
  entry.has_draw = draw != 0;
  const auto& [black, white] = entry.key.stones;
  const bool is_sound = work > 0 && (black & white).empty() && (black - cells).empty() &&
                        (white - cells).empty() && (entry.kept[0] - cells).empty() &&
                        (entry.kept[1] - cells).empty() && best &&
                        are_proof_numbers(entry.to_win, entry.to_lose);
  return is_sound ? std::optional(entry) : std::nullopt;
}

#define ISTHMUS_INSTANTIATE(kWords) \
  template struct DfPnKey<kWords>;  \
  template struct DfPnEntry<kWords>;
ISTHMUS_FOR_WORDS(ISTHMUS_INSTANTIATE)
#undef ISTHMUS_INSTANTIATE

}  // namespace isthmus
