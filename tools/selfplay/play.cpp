#include "tools/selfplay/play.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "engine/game/record.hpp"
#include "engine/random/splitmix.hpp"
#include "engine/search/search.hpp"
#include "tools/selfplay/root_noise.hpp"
#include "tools/selfplay/seats.hpp"

namespace isthmus::selfplay {

namespace {

// The tree of one game, in MB; a full search of a few hundred visits fills no more.
constexpr std::int64_t kTreeMegabytes = 2;

// Below this temperature the best move is as good as certain.
constexpr double kMinTemperature = 0.1;

constexpr double kValueUnits = 65535;

bool probability(double share, std::mt19937_64& random) {
  return std::bernoulli_distribution(share)(random);
}

// Watches for the moment at which both sides are sure of the winner.
class Resignation {
 public:
  Resignation(double below, std::int64_t moves) : below_(below), moves_(moves) {}

  // Notes Black's probability as the search before a move saw it.
  void note(double black) {
    const Result ahead = black < below_       ? Result::white
                         : black > 1 - below_ ? Result::black
                                              : Result::ongoing;
    agreed_ = ahead == Result::ongoing ? 0 : ahead == ahead_ ? agreed_ + 1 : 1;
    ahead_ = ahead;
    if (agreed_ >= moves_ && winner_ == Result::ongoing) winner_ = ahead;
  }
  // The winner at the first such moment, if there was one.
  Result winner() const { return winner_; }

 private:
  double below_;
  std::int64_t moves_;
  std::int64_t agreed_ = 0;  // moves in a row for the side that is ahead
  Result ahead_ = Result::ongoing;
  Result winner_ = Result::ongoing;
};

class SelfplayGame {
 public:
  SelfplayGame(const Table& table, const Evaluator& evaluator, GameRecord record)
      : table_(table),
        settings_(table.settings),
        random_(record.seed + record.moves.size()),
        search_settings_(table.search_settings),
        noise_(evaluator, settings_.noise_total, random_),
        position_(table.game.start()),
        record_(std::move(record)) {
    search_settings_.seed = static_cast<std::int64_t>(record_.seed >> 12U);
    search_settings_.threads = 1;
    search_settings_.memory = kTreeMegabytes;
    search_settings_.reuse_tree = false;
    record_.net = table.net;
    record_.removed.clear();
    for (MoveRecord& old : std::exchange(record_.moves, {})) move(std::move(old));
  }

  PlayedGame play() {
    Search search(table_.game, noise_, search_settings_);
    Resignation resignation(settings_.resign_below, settings_.resign_moves);
    // The same when a game is gone on with.
    std::mt19937_64 of_game(SplitMix64::mix(record_.seed));
    const bool plays_on = probability(settings_.play_on, of_game);
    if (turns_.empty() && !probability(settings_.empty_openings, of_game)) {
      MoveRecord opening;
      opening.cell = table_.openings.draw(random_);
      move(std::move(opening));
    }
    try {
      while (position_.result == Result::ongoing) {
        MoveRecord next = choose(search);
        const double mover = next.value / kValueUnits;
        resignation.note(position_.to_move == Colour::black ? mover : 1 - mover);
        if (resignation.winner() != Result::ongoing && !plays_on) {
          record_.result = resignation.winner();
          record_.ending = Ending::resignation;
          return {std::move(record_)};
        }
        move(std::move(next));
      }
    } catch (const Stopped&) {
      return {std::move(record_)};
    }
    record_.result = position_.result;
    record_.ending = Ending::rules;
    return {std::move(record_), plays_on ? resignation.winner() : Result::ongoing};
  }

 private:
  void move(MoveRecord next) {
    turns_.push_back({position_.to_move, Move(next.cell)});
    const CellSet before = position_.occupied();
    table_.game.play(position_, Move(next.cell));
    const auto index = static_cast<std::uint16_t>(record_.moves.size());
    (before - position_.occupied()).for_each([&](Cell cell) {
      record_.removed.push_back({index, cell});
    });
    record_.moves.push_back(std::move(next));
  }

  MoveRecord choose(Search& search) {
    const bool is_full = probability(settings_.full_share, random_);
    noise_.begin(is_full ? settings_.noise : 0);
    search.set_root(table_.game.start(), turns_);
    const SearchReport report =
        search.run({.visits = is_full ? settings_.visits : settings_.cheap_visits});
    const MoveReport& best = report.moves.front();
    MoveRecord record;
    record.cell = draw(report).cell();
    record.choice = Choice::cheap;
    record.value = static_cast<std::uint16_t>(std::lround(report.win_rate * kValueUnits));
    // Where all moves are known to lose, the visits say nothing about them.
    if (!is_full || report.proof == Proof::loss) return record;
    record.choice = Choice::full;
    if (best.proof == Proof::win) {
      record.visits = {{best.move.cell(), 1}};
      return record;
    }
    for (const MoveReport& candidate : report.moves) {
      if (candidate.visits == 0) continue;
      record.visits.push_back(
          {candidate.move.cell(), static_cast<std::uint16_t>(candidate.visits)});
    }
    return record;
  }

  // By visits to the power of 1/temperature, which falls as the game goes on.
  Move draw(const SearchReport& report) {
    const MoveReport& best = report.moves.front();
    const double side = std::sqrt(table_.game.board().cell_count());
    const double temperature =
        settings_.temperature *
        std::exp2(-static_cast<double>(turns_.size()) / (settings_.temperature_half_life * side));
    if (temperature < kMinTemperature || best.proof != Proof::unknown) return best.move;
    std::vector<double> weights;
    for (const MoveReport& candidate : report.moves) {
      const double share =
          static_cast<double>(candidate.visits) / static_cast<double>(report.visits);
      weights.push_back(candidate.proof == Proof::loss ? 0 : std::pow(share, 1 / temperature));
    }
    std::discrete_distribution<std::size_t> drawn(weights.begin(), weights.end());
    return report.moves[drawn(random_)].move;
  }

  const Table& table_;
  const SelfplaySettings& settings_;
  std::mt19937_64 random_;
  Settings search_settings_;
  RootNoise noise_;
  Position position_;
  std::vector<Turn> turns_;
  GameRecord record_;
};

}  // namespace

PlayedGame play_game(const Table& table, const Evaluator& evaluator, std::uint64_t seed) {
  GameRecord record;
  record.game = table.game.name();
  record.rows = static_cast<std::uint8_t>(table.game.board().rows());
  record.columns = static_cast<std::uint8_t>(table.game.board().columns());
  record.seed = seed;
  return SelfplayGame(table, evaluator, std::move(record)).play();
}

PlayedGame continue_game(const Table& table, const Evaluator& evaluator, GameRecord stopped) {
  return SelfplayGame(table, evaluator, std::move(stopped)).play();
}

}  // namespace isthmus::selfplay
