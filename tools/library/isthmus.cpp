#include "tools/library/isthmus.hpp"

#include <exception>
#include <stdexcept>
#include <type_traits>

#include "engine/net/net_file.hpp"
#include "engine/search/search.hpp"
#include "games/known_openings.hpp"
#include "games/list.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/game_choice.hpp"
#include "tools/evaluators/evaluators.hpp"

namespace isthmus::api {

struct Game::State {
  std::shared_ptr<const isthmus::Game> game;
};

struct Position::State {
  std::shared_ptr<const isthmus::Game> game;
  isthmus::Position position;
};

struct Engine::State {
  std::shared_ptr<const isthmus::Game> game;
  Settings settings;
  std::unique_ptr<Evaluator> evaluator;
};

namespace {

// What a user has got wrong is thrown inside as several things, and outside as one.
template <class Function>
auto translated(Function function) {
  try {
    return function();
  } catch (const BadInput& error) {
    throw std::invalid_argument(error.what());
  } catch (const NetError& error) {
    throw std::invalid_argument(error.what());
  }
}

Player player(Colour colour) { return colour == Colour::black ? Player::black : Player::white; }

Result result_of(isthmus::Result result) {
  switch (result) {
    case isthmus::Result::black:
      return Result::black;
    case isthmus::Result::white:
      return Result::white;
    case isthmus::Result::draw:
      return Result::draw;
    case isthmus::Result::ongoing:
      break;
  }
  return Result::ongoing;
}

Proof proof_of(isthmus::Proof proof) {
  switch (proof) {
    case isthmus::Proof::win:
      return Proof::win;
    case isthmus::Proof::loss:
      return Proof::loss;
    case isthmus::Proof::draw:
      return Proof::draw;
    case isthmus::Proof::unknown:
      break;
  }
  return Proof::unknown;
}

EvaluatorFactory make_evaluators(const std::string& evaluator, const std::string& net) {
  std::shared_ptr<const Net> given;
  if (!net.empty()) given = find_given_net(net, "");
  EvaluatorParts parts = cpu_parts(
      [given](const std::string& game, NetKind kind) { return net_for(game, given.get(), kind); });
  parts.kind = [given, named = find_net_kind(net)](const isthmus::Game& game) {
    return kind_for(game, given.get(), false, named);
  };
  return with_known_openings(find_evaluators(evaluator, parts));
}

void check(const isthmus::Game& mine, const isthmus::Game& other,
           const isthmus::Position& position) {
  if (mine.name() != other.name() || mine.size() != other.size()) {
    throw std::invalid_argument("the position is of another game or board than the engine");
  }
  if (position.result != isthmus::Result::ongoing) {
    throw std::invalid_argument("the position is of a finished game");
  }
}

MoveReport report_of(const isthmus::Game& game, const isthmus::MoveReport& from) {
  MoveReport move{.move = game.name(from.move),
                  .visits = from.visits,
                  .win_rate = from.win_rate,
                  .prior = from.prior,
                  .proof = proof_of(from.proof),
                  .line = {}};
  for (const Move next : from.variation) move.line.push_back(game.name(next));
  return move;
}

}  // namespace

std::vector<std::string> games() {
  std::vector<std::string> names;
  for (const GameEntry& entry : isthmus::games()) names.emplace_back(entry.name);
  return names;
}

Game::Game(const std::string& name, int rows, int columns, const std::string& swap) {
  const auto rule = find_swap_rule(swap);
  if (!rule) {
    throw std::invalid_argument("swap is none, swap-pieces or swap-sides, not '" + swap + "'");
  }
  if (rows == 0) rows = default_size(name).rows;
  state_ = std::make_shared<const State>(
      State{make_game(name, rows, columns == 0 ? rows : columns, *rule)});
}

std::string Game::name() const { return state_->game->name(); }

std::vector<std::string> Game::cells() const {
  const Board& board = state_->game->board();
  std::vector<std::string> names;
  board.cells().for_each([&](Cell cell) { names.push_back(board.name(cell)); });
  return names;
}

Position Game::start() const {
  return Position(std::make_shared<const Position::State>(
      Position::State{state_->game, state_->game->start()}));
}

Player Position::to_move() const { return player(state_->position.to_move); }

Result Position::result() const { return result_of(state_->position.result); }

int Position::moves_played() const { return static_cast<int>(state_->position.moves_played); }

std::optional<Player> Position::stone(std::string_view cell) const {
  const auto found = state_->game->board().find(cell);
  if (!found) throw std::invalid_argument("'" + std::string(cell) + "' is no cell of this board");
  for (const Colour colour : {Colour::black, Colour::white}) {
    if (state_->position.of(colour).contains(*found)) return player(colour);
  }
  return std::nullopt;
}

std::vector<std::string> Position::legal_moves() const {
  std::vector<std::string> names;
  for (const Move move : state_->game->legal_moves(state_->position)) {
    names.push_back(state_->game->name(move));
  }
  return names;
}

Position Position::play(std::string_view move) const {
  const auto found = state_->game->find_move(move);
  if (!found || !state_->game->is_legal(state_->position, *found)) {
    throw std::invalid_argument("'" + std::string(move) + "' is no legal move here");
  }
  State after = *state_;
  after.game->play(after.position, *found);
  return Position(std::make_shared<const State>(std::move(after)));
}

Engine::Engine(const Game& game, const std::string& evaluator, const std::string& net)
    : state_(std::make_shared<State>()) {
  state_->game = game.state_->game;
  state_->evaluator =
      translated([&] { return make_evaluators(evaluator, net)(*state_->game, state_->settings); });
}

void Engine::set(std::string_view name, std::string_view value) {
  isthmus::set(state_->settings, find_setting(name), value);
}

Judgement Engine::judge(const Position& position) {
  const auto& [game, of] = *position.state_;
  check(*state_->game, *game, of);
  const EvaluationRequest request{&of, static_cast<std::uint64_t>(state_->settings.seed)};
  Evaluation evaluation;
  state_->evaluator->evaluate({&request, 1}, {&evaluation, 1});
  Judgement judgement{.black_wins = static_cast<double>(evaluation.black_wins), .policy = {}};
  game->legal_cells(of).for_each([&, &names = game->board()](Cell cell) {
    judgement.policy[names.name(cell)] = static_cast<double>(evaluation.policy[cell]);
  });
  return judgement;
}

SearchReport Engine::search(const Position& position, const Limits& limits) {
  const isthmus::Game& game = *position.state_->game;
  check(*state_->game, game, position.state_->position);
  if (limits.visits <= 0 && limits.seconds <= 0) {
    throw std::invalid_argument("a search needs a limit: visits or seconds");
  }
  Search search(*state_->game, *state_->evaluator, state_->settings);
  search.set_root(position.state_->position, {});
  const isthmus::SearchReport report =
      search.run({.visits = limits.visits, .seconds = limits.seconds});
  SearchReport result{.win_rate = report.win_rate,
                      .visits = report.visits,
                      .proof = proof_of(report.proof),
                      .moves = {}};
  for (const isthmus::MoveReport& move : report.moves)
    result.moves.push_back(report_of(game, move));
  return result;
}

}  // namespace isthmus::api
