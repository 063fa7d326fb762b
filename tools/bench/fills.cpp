#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <random>
#include <string>

#include "engine/board/group.hpp"
#include "engine/fills/cpu_fill_backend.hpp"
#include "engine/fills/fill_task.hpp"
#include "engine/fills/majority_reduction.hpp"
#include "engine/fills/tiled_reduction.hpp"
#include "engine/random/xorwow.hpp"
#include "games/list.hpp"
#include "gpu/baselines/connection.hpp"
#include "gpu/baselines/k_subset.hpp"
#include "tools/bench/suites.hpp"

namespace isthmus {

namespace {

// "11x11".
std::string size_name(int side) {
  std::string name = std::to_string(side);
  name += 'x' + std::to_string(side);
  return name;
}

Xorwow<std::uint32_t> generator(std::uint64_t seed) { return {FillKeys(seed), 0}; }

// Fills of the empty board with winner and tallies, by an instruction set.
Work sliced_fills(const Game& game, const std::string& instruction_set = {}) {
  return
      [backend = CpuFillBackend(instruction_set),
       task = make_fill_task(game, game.start(), false, 2048, 0), tally = FillCounts()]() mutable {
        ++task.seed;
        backend.run({&task, 1}, {&tally, 1});
        do_not_optimize(tally.black_connects);
        return std::uint64_t{task.fills};
      };
}

bool black_is_connected(const Board& board, const Grid& grid) {
  if (board.is_full()) {
    return connected_by_union_find(grid, Neighbourhood::hexagonal);
  }
  CellSet black;
  board.cells().for_each([&](Cell cell) {
    if (grid.contains(board.row(cell), board.column(cell))) black.insert(cell);
  });
  const unsigned all = board.goals_of(Colour::black);
  for (int column = 0; column < board.columns(); ++column) {
    const Cell cell = board.at(0, column);
    if (black.contains(cell) && (group_goals(board, black, cell) & all) == all) return true;
  }
  return false;
}

// The same, one fill after the other.
Work listed_fills(const Game& game) {
  const Board& board = game.board();
  Grid cells{board.rows(), board.columns()};
  board.cells().for_each([&](Cell cell) { cells.insert(board.row(cell), board.column(cell)); });
  return [&board, cells, next = generator(1), black = std::array<std::uint32_t, kMaxCells>(),
          both = std::array<std::uint32_t, kMaxCells>()]() mutable {
    constexpr int kFills = 64;
    for (int i = 0; i < kFills; ++i) {
      const Grid fill = k_subset_by_list(cells, (board.cell_count() + 1) / 2, next);
      const bool connected = black_is_connected(board, fill);
      for (int r = 0; r < board.rows(); ++r) {
        std::uint32_t row = fill.row[static_cast<std::size_t>(r)];
        for (; row != 0; row &= row - 1) {
          const Cell cell = board.at(r, std::countr_zero(row));
          ++black[cell];
          both[cell] += connected;
        }
      }
    }
    do_not_optimize(both[0]);
    return std::uint64_t{kFills};
  };
}

// K-subsets drawn by draw(next).
template <class Draw>
Work subsets(Draw draw) {
  return [draw, next = generator(2)]() mutable {
    constexpr int kSubsets = 64;
    for (int i = 0; i < kSubsets; ++i) do_not_optimize(draw(next));
    return std::uint64_t{kSubsets};
  };
}

template <Grid (*kGenerate)(const Grid&, int, Xorwow<std::uint32_t>&)>
Work grid_subsets(int rows, int columns, int k) {
  return subsets([base = Grid::full(rows, columns), k](auto& next) {
    return std::uint64_t{kGenerate(base, k, next).row[0]};
  });
}

// Answers for hexagonal grids of density 1/2, which are drawn beforehand.
template <class Decide>
Work connections(int side, Decide decide) {
  std::vector<Grid> grids(1024, Grid::full(side, side));
  Xorwow<std::uint32_t> next = generator(3);
  for (Grid& grid : grids) {
    for (std::uint32_t& row : grid.row) row &= next();
  }
  return [grids, decide] {
    do_not_optimize(decide(grids));
    return std::uint64_t{grids.size()};
  };
}

Work union_find_connections(int side) {
  return connections(side, [](const std::vector<Grid>& grids) {
    std::uint64_t connected = 0;
    for (const Grid& grid : grids) {
      connected += connected_by_union_find(grid, Neighbourhood::hexagonal);
    }
    return connected;
  });
}

Work natural_sweeps(int side) {
  return connections(side, [](const std::vector<Grid>& grids) {
    return sweep_naturally<Neighbourhood::hexagonal>(
               grids.size(), [next = grids.begin()]() mutable { return *next++; })
        .connected;
  });
}

Work reordered_sweeps(int side) {
  return connections(side, [](const std::vector<Grid>& grids) {
    return sweep_reordered<Neighbourhood::hexagonal>(
               grids.size(), [next = grids.begin()]() mutable { return *next++; })
        .connected;
  });
}

// The same by reduction, 64 boards a word.
Work reductions(int side) {
  std::vector<std::uint64_t> board(static_cast<std::size_t>(side * side));
  std::mt19937_64 random(4);
  for (std::uint64_t& word : board) word = random();
  return [board, reduce = TiledReduction<std::uint64_t, 3, 4>(side, side, 2 * side - 1)]() mutable {
    do_not_optimize(reduce(board.data()));
    return std::uint64_t{64};
  };
}

template <class Next>
Work random_words(Next next) {
  return [next]() mutable {
    constexpr int kWords = 4096;
    std::uint64_t sum = 0;
    for (int i = 0; i < kWords; ++i) sum += next();
    do_not_optimize(sum);
    return std::uint64_t{kWords};
  };
}

void add_fills(BenchTable& table) {
  const auto add = [&](std::string_view name, int size) {
    const auto game = make_game(name, size, size, SwapRule::none);
    const bool is_rhombus = game->board().is_full();
    table.add({"fills with tallies", std::string(name) + ' ' + size_name(size), "fills"},
              {is_rhombus ? "list, union-find" : "list, flood fill", listed_fills(*game)},
              {"sliced words", sliced_fills(*game)});
  };
  for (const GameEntry& entry : games()) {
    if (entry.make(entry.default_size, entry.default_size, SwapRule::none)->fill_rule()) {
      add(entry.name, entry.default_size);
    }
  }
  for (const int size : {8, 13, 19}) add(kDefaultGame, size);
}

void add_instruction_sets(BenchTable& table) {
  const auto game = make_game(kDefaultGame, 11, 11, SwapRule::none);
  const std::vector<std::string> names = CpuFillBackend::instruction_sets();
  for (const std::string& name : names) {
    const auto with = [&](const std::string& set) -> Contender {
      return {set, sliced_fills(*game, set)};
    };
    if (name == names.front()) continue;
    table.add({"fills with tallies", game->name() + " 11x11, " + name, "fills"},
              with(names.front()), with(name));
  }
}

void add_subsets(BenchTable& table) {
  using Next = Xorwow<std::uint32_t>;
  constexpr auto kList = k_subset_by_list<Next&>;
  constexpr auto kProbe = k_subset_by_probe<Next&>;
  constexpr auto kSelection =
      static_cast<Grid (*)(const Grid&, int, Next&)>(k_subset_by_selection<Next&>);
  const auto row = [](const std::string& name) { return BenchRow{"K-subsets", name, "subsets"}; };
  table.add(row("32 bits, K=16"), {"list", grid_subsets<kList>(1, 32, 16)},
            {"selection", subsets([](Next& next) {
               return k_subset_by_selection(~std::uint32_t{0}, 16, next);
             })});
  table.add(row("64 bits, K=32"), {"list", grid_subsets<kList>(2, 32, 32)},
            {"selection", subsets([](Next& next) {
               return k_subset_by_selection(~std::uint64_t{0}, 32, next);
             })});
  for (int side : {11, 32}) {
    const int k = side * side / 2;
    const Contender list{"list", grid_subsets<kList>(side, side, k)};
    table.add(row(size_name(side)), list, {"selection", grid_subsets<kSelection>(side, side, k)});
    table.add(row(size_name(side)), list, {"bit probe", grid_subsets<kProbe>(side, side, k)});
  }
}

void add_connections(BenchTable& table) {
  const auto row = [](int side) { return BenchRow{"connection", size_name(side), "grids"}; };
  for (int side : {32, 16, 11, 8}) {
    const Contender natural{"natural sweeps", natural_sweeps(side)};
    table.add(row(side), {"union-find", union_find_connections(side)}, natural);
    table.add(row(side), natural, {"reordered sweeps", reordered_sweeps(side)});
  }
  for (int side : {11, 8}) {
    table.add(row(side), {"reordered sweeps", reordered_sweeps(side)},
              {"reduction of 64-bit words", reductions(side)});
  }
}

}  // namespace

void bench_fills(BenchTable& table) {
  add_fills(table);
  add_instruction_sets(table);
  add_subsets(table);
  add_connections(table);
  table.add({"random numbers", "32 bits", "words"}, {"std::mt19937", random_words(std::mt19937(5))},
            {"Xorwow", random_words(generator(5))});
}

}  // namespace isthmus
