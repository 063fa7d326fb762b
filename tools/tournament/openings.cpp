#include "tools/tournament/openings.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "protocols/formats/game_formats.hpp"
#include "protocols/formats/text_check.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/read_file.hpp"

namespace isthmus::tournament {

namespace {

constexpr std::size_t kBatch = 256;  // openings that are drawn or judged together

Position position_after(const Game& game, const Opening& opening) {
  Position position = game.start();
  for (Move move : opening) game.play(position, move);
  return position;
}

// Fisher and Yates; std::shuffle differs between libraries.
void shuffle(std::vector<Opening>& openings, std::mt19937_64& random) {
  for (std::size_t i = openings.size(); i > 1; --i) {
    std::swap(openings[i - 1], openings[random() % i]);
  }
}

// Asks an evaluator which openings leave both sides a chance.
class Balance {
 public:
  Balance(const Spec& spec, const EvaluatorFactory& make_evaluator)
      : game_(*spec.game),
        max_(*spec.source.balanced),
        seed_(spec.seed),
        evaluator_(make_evaluator(game_, settings_)) {}

  void keep_balanced(std::vector<Opening>& openings) {
    std::vector<Opening> kept;
    for (std::size_t i = 0; i < openings.size(); i += kBatch) {
      const std::size_t count = std::min(kBatch, openings.size() - i);
      keep_balanced(std::span(openings).subspan(i, count), kept);
    }
    openings = std::move(kept);
  }

 private:
  void keep_balanced(std::span<Opening> openings, std::vector<Opening>& kept) {
    std::vector<Position> positions;
    for (const Opening& opening : openings) positions.push_back(position_after(game_, opening));
    std::vector<EvaluationRequest> requests;
    for (const Position& position : positions) requests.push_back({&position, seed_});
    std::vector<Evaluation> evaluations(openings.size());
    evaluator_->evaluate(requests, evaluations);
    for (std::size_t i = 0; i < openings.size(); ++i) {
      const double black = evaluations[i].black_wins;
      if (std::abs(black - 0.5) <= max_) kept.push_back(std::move(openings[i]));
    }
  }

  const Game& game_;
  double max_;
  std::uint64_t seed_;
  EvaluatorSettings settings_;
  std::unique_ptr<Evaluator> evaluator_;
};

// One opening of so many stones; nothing where the draw ended the game.
std::optional<Opening> draw_opening(const Game& game, int stones, std::mt19937_64& random) {
  std::vector<Cell> cells;
  game.board().cells().for_each([&](Cell cell) { cells.push_back(cell); });
  Opening opening;
  Position position = game.start();
  while (static_cast<int>(opening.size()) < stones && !cells.empty()) {
    const std::size_t i = random() % cells.size();
    const Move move(cells[i]);
    cells[i] = cells.back();
    cells.pop_back();
    if (!game.is_legal(position, move)) continue;
    game.play(position, move);
    if (position.result != Result::ongoing) return std::nullopt;
    opening.push_back(move);
  }
  if (static_cast<int>(opening.size()) < stones) return std::nullopt;
  return opening;
}

// Different positions by stones drawn at random, as many as the source says.
std::vector<Opening> draw_openings(const Spec& spec, std::optional<Balance>& balance,
                                   std::mt19937_64& random) {
  constexpr int kMaxDraws = 1000;  // for each opening that is wanted
  const auto wanted = static_cast<std::size_t>(spec.source.count);
  const auto order = [](const Opening& a, const Opening& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                        [](Move x, Move y) { return x.code() < y.code(); });
  };
  std::set<Opening, decltype(order)> seen(order);
  std::vector<Opening> openings;
  const std::size_t most = wanted * kMaxDraws;
  for (std::size_t draws = 0; openings.size() < wanted && draws < most; draws += kBatch) {
    std::vector<Opening> drawn;
    for (std::size_t i = 0; i < kBatch; ++i) {
      auto opening = draw_opening(*spec.game, spec.source.stones, random);
      if (!opening) continue;
      // The same stones in another order are the same opening.
      Opening stones = *opening;
      for (std::size_t colour : {0U, 1U}) {
        std::vector<Move> of_colour;
        for (std::size_t j = colour; j < stones.size(); j += 2) of_colour.push_back(stones[j]);
        std::sort(of_colour.begin(), of_colour.end(),
                  [](Move x, Move y) { return x.code() < y.code(); });
        for (std::size_t j = colour; j < stones.size(); j += 2) stones[j] = of_colour[j / 2];
      }
      if (seen.insert(std::move(stones)).second) drawn.push_back(*std::move(opening));
    }
    if (balance) balance->keep_balanced(drawn);
    for (Opening& opening : drawn) {
      if (openings.size() < wanted) openings.push_back(std::move(opening));
    }
  }
  if (openings.size() < wanted) {
    throw BadInput("/openings/count is " + std::to_string(wanted) + ", but only " +
                   std::to_string(openings.size()) + " were found in " + std::to_string(most) +
                   " draws; give fewer, more stones or a wider band");
  }
  return openings;
}

std::vector<Opening> read_openings(const Spec& spec) {
  const std::string& path = spec.source.file;
  const std::string text = read_file(path, "give a file of openings or games", kMaxTextBytes);
  std::vector<Opening> openings;
  LeftOut left_out;
  const auto refuse = [&](const std::string& what) {
    throw BadInput(path + ": game " + std::to_string(openings.size() + 1) + " " + what);
  };
  try {
    read_games(text, guess_game_format(text), spec.game, left_out, [&](const GameFile& file) {
      const Game& game = file.record.game();
      if (game.name() != spec.game->name() || game.size() != spec.game->size()) {
        refuse("is not of the game or the board of the spec");
      }
      Opening opening;
      Position position = spec.game->start();
      if (file.record.first_position() != position) {
        refuse("does not begin on the empty board with Black to move");
      }
      for (const Turn& turn : file.record.turns()) {
        if (spec.source.moves && static_cast<int>(opening.size()) == *spec.source.moves) break;
        if (turn.colour != position.to_move || !spec.game->is_legal(position, turn.move)) {
          refuse("has the move " + game.name(turn.move) +
                 " which is not legal there; set moves "
                 "to end the opening before it");
        }
        spec.game->play(position, turn.move);
        opening.push_back(turn.move);
      }
      if (position.result != Result::ongoing) {
        refuse("has come to its end; set moves to take just so many of its moves");
      }
      openings.push_back(std::move(opening));
    });
  } catch (const FormatError& error) {
    throw BadInput(path + ": " + error.what());
  }
  return openings;
}

}  // namespace

std::vector<Opening> all_one_ply(const Game& game, bool shuffled, std::uint64_t seed) {
  std::vector<Opening> openings;
  for (Move move : game.legal_moves(game.start())) {
    Position position = game.start();
    game.play(position, move);
    if (position.result == Result::ongoing) openings.push_back({move});
  }
  std::mt19937_64 random(seed);
  if (shuffled) shuffle(openings, random);
  return openings;
}

void make_openings(Spec& spec, const EvaluatorFactory& make_evaluator) {
  using Kind = OpeningSource::Kind;
  if (spec.source.kind == Kind::listed) return;
  std::mt19937_64 random(spec.seed);
  std::optional<Balance> balance;
  if (spec.source.balanced) balance.emplace(spec, make_evaluator);
  if (spec.source.kind == Kind::random) {
    spec.openings = draw_openings(spec, balance, random);
  } else {
    spec.openings = spec.source.kind == Kind::file ? read_openings(spec)
                                                   : all_one_ply(*spec.game, false, spec.seed);
    if (spec.source.shuffle) shuffle(spec.openings, random);
    if (balance) balance->keep_balanced(spec.openings);
  }
  if (spec.openings.empty()) {
    throw BadInput("/openings leaves none; give another source or a wider band");
  }
  spec.source = {};
}

}  // namespace isthmus::tournament
