#include "tools/python/targets.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <stop_token>
#include <tuple>

#include "engine/base/thread_group.hpp"
#include "engine/random/splitmix.hpp"

namespace isthmus::python {

namespace {

using selfplay::Choice;

constexpr std::size_t kMinPart = 32;  // positions that pay for a thread

// A number below `count`, each as likely.
std::int64_t below(std::size_t count, std::uint64_t word) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::int64_t>((Wide{word} * count) >> 64U);
}

float score_of_black(Result result) {
  return result == Result::ongoing ? 0.5F : static_cast<float>(score(Colour::black, result));
}

// By move: what is to be learned of Black's chances before it.
std::vector<float> expected_results(const LearnedGame& game, double horizon) {
  const double weight = horizon > 0 ? 1 / horizon : 0;
  std::vector<float> expected(game.cells.size());
  double of_game = score_of_black(game.result);
  for (std::size_t ply = expected.size(); ply-- > 0;) {
    const float mover = static_cast<float>(game.values[ply]) / 65535;
    const float black = LearnedGame::mover(ply) == Colour::black ? mover : 1 - mover;
    if (game.choices[ply] != Choice::opening) of_game += weight * (double{black} - of_game);
    expected[ply] = static_cast<float>(of_game);
  }
  return expected;
}

// The stones of a game after this many moves, one more at a time, as a symmetry shows them.
class Replay {
 public:
  Replay(const LearnedGame& game, const Symmetry& symmetry) : game_(game), symmetry_(symmetry) {}

  Colour seen(Colour colour) const {
    return symmetry_.exchanges_colours ? opponent(colour) : colour;
  }
  Cell seen(Cell cell) const { return symmetry_.images[cell]; }

  void play_until(std::size_t ply) {
    for (; ply_ < ply; ++ply_) {
      position_.of(seen(LearnedGame::mover(ply_))).insert(seen(game_.cells[ply_]));
      for (; removed_ < game_.removed.size() && game_.removed[removed_].move == ply_; ++removed_) {
        for (CellSet& stones : position_.stones) stones.erase(seen(game_.removed[removed_].cell));
      }
    }
    position_.to_move = seen(LearnedGame::mover(ply));
    position_.last_move = ply > 0 ? Move(seen(game_.cells[ply - 1])) : Move::none();
  }
  const Position& position() const { return position_; }

 private:
  const LearnedGame& game_;
  const Symmetry& symmetry_;
  Position position_;
  std::size_t ply_ = 0, removed_ = 0;
};

}  // namespace

void Targets::draw(std::uint64_t seed, std::span<std::int64_t> which,
                   std::span<std::int64_t> symmetry) const {
  const std::uint64_t first = SplitMix64::mix(seed + 1);
  for (std::size_t i = 0; i < which.size(); ++i) {
    SplitMix64 random(SplitMix64::mix(first + i));
    which[i] = below(size(), random());
    symmetry[i] = below(symmetries_, random());
  }
}

void Targets::write(std::span<const std::int64_t> which, std::span<const std::int64_t> symmetry,
                    int threads, const BatchArrays& arrays) const {
  const auto check = [](std::span<const std::int64_t> numbers, std::size_t end, const char* what) {
    for (std::int64_t number : numbers) {
      if (number < 0 || static_cast<std::uint64_t>(number) >= end) throw std::out_of_range(what);
    }
  };
  check(which, size(), "there is no position of this number");
  check(symmetry, symmetries_, "there is no symmetry of this number");
  const std::size_t count = which.size();
  const std::size_t parts =
      std::clamp<std::size_t>(count / kMinPart, 1, static_cast<std::size_t>(std::max(1, threads)));
  run_together("targets", static_cast<int>(parts), [&](int number, const std::stop_token&) {
    const auto part = static_cast<std::size_t>(number);
    for (std::size_t i = count * part / parts; i < count * (part + 1) / parts; ++i) {
      write_one(places_[static_cast<std::size_t>(which[i])], static_cast<std::size_t>(symmetry[i]),
                i, arrays);
    }
  });
}

void Targets::write_one(const Place& place, std::size_t symmetry, std::size_t row,
                        const BatchArrays& arrays) const {
  const LearnedGame& game = (*window_)[place.game];
  const NetInput& input = game.board->input;
  const Colour mover = LearnedGame::mover(place.ply);
  Replay replay(game, game.board->symmetries(mover)[symmetry]);
  replay.play_until(place.ply);
  const Position& position = replay.position();
  const Colour seen = position.to_move;

  constexpr std::size_t kMaxPoints = (kMaxSide + 2) * (kMaxSide + 2);
  std::array<std::uint8_t, kMaxPoints> bytes;
  const std::size_t count = view_.points();
  input.write(position, std::span(bytes).first(count));
  std::uint8_t* planes = arrays.planes + row * static_cast<std::size_t>(input.planes()) * count;
  for (int plane = 0; plane < input.planes(); ++plane) {
    for (std::size_t i = 0; i < count; ++i) {
      *planes++ = static_cast<std::uint8_t>(bytes[i] >> plane & 1U);
    }
  }

  // Puts a value where a cell lies in the view.
  const auto at = [&](auto* array, Cell cell) -> auto& {
    return array[row * view_.cells() + input.place(seen, cell)];
  };
  for (bool* array : {arrays.legal, arrays.owned, arrays.filled}) {
    std::fill_n(array + row * view_.cells(), view_.cells(), false);
  }
  std::fill_n(arrays.policy + row * view_.cells(), view_.cells(), 0.0F);
  (game.board->game->board().cells() - position.occupied()).for_each([&](Cell cell) {
    at(arrays.legal, cell) = true;
  });
  auto barred = std::lower_bound(
      game.barred.begin(), game.barred.end(), place.ply,
      [](const LearnedGame::MoveCell& a, std::uint16_t ply) { return a.move < ply; });
  for (; barred != game.barred.end() && barred->move == place.ply; ++barred) {
    at(arrays.legal, replay.seen(barred->cell)) = false;
  }

  const std::span visits(game.visits.begin() + game.first_visit[place.ply],
                         game.visits.begin() + game.first_visit[place.ply + 1U]);
  std::uint32_t total = 0;
  for (const selfplay::CellVisits& visited : visits) total += visited.visits;
  const auto all = static_cast<float>(std::max(1U, total));
  for (const selfplay::CellVisits& visited : visits) {
    at(arrays.policy, replay.seen(visited.cell)) += static_cast<float>(visited.visits) / all;
  }

  const bool is_black = mover == Colour::black;
  const float score = score_of_black(game.result);
  arrays.win[row] = is_black ? score : 1 - score;
  arrays.value[row] = is_black ? place.black : 1 - place.black;
  arrays.has_result[row] = game.result == Result::ongoing ? 0 : 1;

  replay.play_until(game.cells.size());
  position.occupied().for_each([&](Cell cell) {
    at(arrays.filled, cell) = true;
    at(arrays.owned, cell) = position.of(seen).contains(cell);
  });
}

std::vector<Targets> make_targets(const std::shared_ptr<const RecordWindow>& window, double horizon,
                                  const HeldOut* held_out) {
  std::map<std::tuple<int, int, std::size_t>, std::vector<Targets::Place>> by_view;
  for (std::size_t g = 0; g < window->size(); ++g) {
    const LearnedGame& game = (*window)[g];
    if (held_out != nullptr && (game.seed % held_out->one_in == 0) != held_out->are_wanted)
      continue;
    const std::vector<float> expected = expected_results(game, horizon);
    for (std::size_t ply = 0; ply < expected.size(); ++ply) {
      if (game.choices[ply] != Choice::full) continue;
      const Colour mover = LearnedGame::mover(ply);
      const NetView& view = game.board->input.view(mover);
      by_view[{view.rows, view.columns, game.board->symmetries(mover).size()}].push_back(
          {static_cast<std::uint32_t>(g), static_cast<std::uint16_t>(ply), expected[ply]});
    }
  }
  std::vector<Targets> targets;
  for (auto& [key, places] : by_view) {
    const auto [rows, columns, symmetries] = key;
    targets.emplace_back(window, NetView{rows, columns}, symmetries, std::move(places));
  }
  return targets;
}

}  // namespace isthmus::python
