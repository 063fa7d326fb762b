#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "engine/fills/exact_fill.hpp"
#include "engine/fills/sliced_counter.hpp"

namespace isthmus {

TEST_CASE_TEMPLATE("the sliced counter counts", Word, std::uint32_t, std::uint64_t) {
  std::mt19937_64 random(5);
  for (int batches : {0, 1, 2, 3, 5, 8, 63, 64}) {
    const int start = batches == 64 ? -1024 : -37;
    SlicedCounter<Word> counter(start);
    std::array<int, sizeof(Word) * 8> counts{};
    for (int batch = 0; batch < batches; ++batch) {
      counter.add([&] {
        const auto word = batch == 2 ? ~Word{0} : static_cast<Word>(random());
        for (std::size_t bit = 0; bit < counts.size(); ++bit)
          counts[bit] += static_cast<int>((word >> bit) & 1);
        return word;
      });
    }
    counter.finish();
    for (std::size_t bit = 0; bit < counts.size(); ++bit) {
      int number = 0;
      for (int i = 0; i < counter.kPlanes; ++i) {
        number |= static_cast<int>((counter.plane(i) >> bit) & 1) << i;
      }
      CHECK(number == ((counts[bit] + start) & ((1 << counter.kPlanes) - 1)));
    }
  }
}

// One board at a time, as fill_exactly() is meant: cells of the colour in excess are turned round
// in the order until there is no excess.
template <class Word>
std::vector<Word> fill_one_by_one(const std::vector<Word>& drawn, int blacks,
                                  const std::vector<std::uint16_t>& order) {
  std::vector<Word> board = drawn;
  for (std::size_t bit = 0; bit < sizeof(Word) * 8; ++bit) {
    int excess = -blacks;
    for (Word word : drawn) excess += static_cast<int>((word >> bit) & 1);
    const bool colour = excess > 0;
    int left = std::abs(excess);
    for (std::uint16_t cell : order) {
      if (left == 0 || ((board[cell] >> bit) & 1) != colour) continue;
      board[cell] ^= Word{1} << bit;
      --left;
    }
  }
  return board;
}

TEST_CASE_TEMPLATE("boards are put right cell by cell in the order", Word, std::uint32_t,
                   std::uint64_t) {
  std::mt19937_64 random(6);
  for (int count : {0, 1, 2, 3, 7, 15, 16, 17, 64, 121, 361, 1024}) {
    for (int blacks : {0, 1, count / 4, count / 2, (count + 1) / 2, count - 1, count}) {
      if (blacks < 0 || blacks > count) continue;
      std::vector<std::uint16_t> cells(static_cast<std::size_t>(count));
      for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<std::uint16_t>(i);
      std::vector<std::uint16_t> order = cells;
      std::shuffle(order.begin(), order.end(), random);
      const std::vector<std::uint16_t> once = order;
      order.resize(order.size() + 3);
      for (int generators : {1, 2, 8}) {
        std::vector<std::vector<Word>> given(static_cast<std::size_t>(generators));
        std::vector<Word> board(cells.size());
        fill_exactly(
            board.data(), cells.data(), count, blacks, generators,
            [&](int generator) {
              return [&words = given[static_cast<std::size_t>(generator)], &random] {
                return words.emplace_back(static_cast<Word>(random()));
              };
            },
            [&](int place) { return order.data() + place; });
        // The generators take turns with the cells.
        std::vector<Word> drawn;
        for (std::size_t i = 0; i < cells.size(); ++i) {
          const std::vector<Word>& words = given[i % given.size()];
          REQUIRE(i / given.size() < words.size());
          drawn.push_back(words[i / given.size()]);
        }
        for (std::size_t i = 0; i < given.size(); ++i) {
          CHECK(given[i].size() == (cells.size() + given.size() - 1 - i) / given.size());
        }
        CHECK(board == fill_one_by_one(drawn, blacks, once));
      }
    }
  }
}

}  // namespace isthmus
