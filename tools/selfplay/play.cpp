#include "tools/selfplay/play.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/random/splitmix.hpp"
#include "tools/selfplay/setups.hpp"

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

Settings settings_of_search(Settings settings, const GameRecord& record) {
  settings.seed = static_cast<std::int64_t>(record.seed >> 12U);
  settings.threads = 1;
  settings.memory = kTreeMegabytes;
  settings.reuse_tree = false;
  settings.root_views = 1;
  settings.solver_share = 0;  // what is learned from is how the search went
  return settings;
}

}  // namespace

void Resignation::note(double black) {
  const Result ahead = black < below_       ? Result::white
                       : black > 1 - below_ ? Result::black
                                            : Result::ongoing;
  agreed_ = ahead == Result::ongoing ? 0 : ahead == ahead_ ? agreed_ + 1 : 1;
  ahead_ = ahead;
  if (agreed_ >= moves_ && winner_ == Result::ongoing) winner_ = ahead;
}

GameRecord new_record(const Game& game, std::uint64_t seed) {
  GameRecord record;
  record.game = game.name();
  record.rows = static_cast<std::uint8_t>(game.board().rows());
  record.columns = static_cast<std::uint8_t>(game.board().columns());
  record.seed = seed;
  return record;
}

GameStart draw_start(const GameContext& context, const GameRecord& record,
                     std::mt19937_64& random) {
  std::mt19937_64 of_game(SplitMix64::mix(record.seed));
  GameStart start;
  start.plays_on = probability(context.settings.play_on, of_game);
  if (!record.moves.empty()) return start;
  const bool is_empty = probability(context.settings.empty_openings, of_game);
  if (probability(context.settings.setup_share, of_game)) {
    start.opening = draw_setup(context.game, random);
  } else if (!is_empty) {
    start.opening = {context.openings.draw(random)};
  }
  return start;
}

SelfplayGame::SelfplayGame(const GameContext& context, const Evaluator& evaluator,
                           std::uint64_t seed)
    : SelfplayGame(context, evaluator, new_record(context.game, seed)) {}

SelfplayGame::SelfplayGame(const GameContext& context, const Evaluator& evaluator,
                           GameRecord stopped)
    : context_(context),
      settings_(context.settings),
      evaluator_(evaluator),
      played_{std::move(stopped)},
      random_(record_.seed + record_.moves.size()),
      search_settings_(settings_of_search(context.search_settings, record_)),
      search_(context.game, evaluator, search_settings_),
      noise_(settings_.noise_total, random_),
      resignation_(settings_.resign_below, settings_.resign_moves),
      position_(context.game.start()) {
  record_.net = context.net;
  record_.removed.clear();
  for (MoveRecord& old : std::exchange(record_.moves, {})) move(std::move(old));
}

bool SelfplayGame::play_on() {
  if (!std::exchange(has_begun_, true)) {
    const GameStart start = draw_start(context_, record_, random_);
    plays_on_ = start.plays_on;
    for (const Cell cell : start.opening) move({.cell = cell});
  }
  while (position_.result == Result::ongoing) {
    if (!is_searching_) begin_move();
    asked_ = search_.gather();
    if (!asked_.empty()) return true;
    if (!finish_move()) return false;
  }
  record_.result = position_.result;
  record_.ending = Ending::rules;
  if (plays_on_) played_.would_have_won = resignation_.winner();
  return false;
}

void SelfplayGame::answer(std::span<Evaluation> evaluations) {
  noise_.apply(evaluations);
  search_.back_up(evaluations);
}

void SelfplayGame::begin_move() {
  is_full_ = probability(settings_.full_share, random_);
  noise_.begin(is_full_ ? settings_.noise : 0);
  search_.set_root(context_.game.start(), turns_);
  search_.begin({.visits = is_full_ ? settings_.visits : settings_.cheap_visits}, {}, 1);
  is_searching_ = true;
}

// Plays by what the search has come to. Returns false where one side resigns instead.
bool SelfplayGame::finish_move() {
  is_searching_ = false;
  MoveRecord next = record_of(search_.report());
  const double mover = next.value / kValueUnits;
  resignation_.note(position_.to_move == Colour::black ? mover : 1 - mover);
  if (resignation_.winner() != Result::ongoing && !plays_on_) {
    record_.result = resignation_.winner();
    record_.ending = Ending::resignation;
    return false;
  }
  move(std::move(next));
  return true;
}

void SelfplayGame::move(MoveRecord next) {
  turns_.push_back({position_.to_move, Move(next.cell)});
  const CellSet before = position_.occupied();
  context_.game.play(position_, Move(next.cell));
  const auto index = static_cast<std::uint16_t>(record_.moves.size());
  (before - position_.occupied()).for_each([&](Cell cell) {
    record_.removed.push_back({index, cell});
  });
  record_.moves.push_back(std::move(next));
}

// The move that is chosen, and what is to be learned from it.
MoveRecord SelfplayGame::record_of(const SearchReport& report) {
  const MoveReport& best = report.moves.front();
  MoveRecord record;
  record.cell = draw(report).cell();
  record.choice = Choice::cheap;
  record.value = static_cast<std::uint16_t>(std::lround(report.mean * kValueUnits));
  // Where all moves are known to lose, the visits say nothing about them.
  if (!is_full_ || report.proof == Proof::loss) return record;
  record.choice = Choice::full;
  if (best.proof == Proof::win) {
    record.visits = {{best.move.cell(), 1}};
    return record;
  }
  for (const MoveReport& candidate : report.moves) {
    if (candidate.visits == 0) continue;
    record.visits.push_back({candidate.move.cell(), static_cast<std::uint16_t>(candidate.visits)});
  }
  return record;
}

// By visits to the power of 1/temperature, which falls as the game goes on.
Move SelfplayGame::draw(const SearchReport& report) {
  const MoveReport& best = report.moves.front();
  const double side = std::sqrt(context_.game.board().cell_count());
  const double temperature =
      settings_.temperature *
      std::exp2(-static_cast<double>(turns_.size()) / (settings_.temperature_half_life * side));
  if (temperature < kMinTemperature || best.proof != Proof::unknown) return best.move;
  std::vector<double> weights;
  for (const MoveReport& candidate : report.moves) {
    const double share = static_cast<double>(candidate.visits) / static_cast<double>(report.visits);
    weights.push_back(candidate.proof == Proof::loss ? 0 : std::pow(share, 1 / temperature));
  }
  // Where no move was visited, or only moves that are known to lose.
  if (std::ranges::none_of(weights, [](double weight) { return weight > 0; })) return best.move;
  std::discrete_distribution<std::size_t> drawn(weights.begin(), weights.end());
  return report.moves[drawn(random_)].move;
}

}  // namespace isthmus::selfplay
