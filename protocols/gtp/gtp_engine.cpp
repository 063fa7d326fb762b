#include "protocols/gtp/gtp_engine.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/base/wait_for_stop.hpp"
#include "engine/evaluation/evaluate_moves.hpp"
#include "engine/search/level.hpp"
#include "engine/solve/general_solver.hpp"
#include "games/list.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

GtpEngine::GtpEngine(GtpOptions options)
    : options_(std::move(options)), settings_(options_.settings), record_(options_.game) {}

void GtpEngine::new_game(std::string_view name, int rows, int columns, SwapRule swap_rule) {
  set_record(Record(make_game(name, rows, columns, swap_rule)));
}

void GtpEngine::set_record(Record record) {
  if (record.shared_game() != record_.shared_game()) {
    search_.reset();
    evaluator_.reset();
    solver_.reset();
    theory_.reset();
  }
  record_ = std::move(record);
  resigned_.reset();
  refused_after_.clear();
  seen_lost_ = {};
}

void GtpEngine::play(Colour colour, Move move) {
  try {
    play_or_explain(record_, colour, move);
  } catch (const MoveError&) {
    if (is_for_hexgui_) refused_after_.push_back(record_.turns().size());
    throw;
  }
  resigned_.reset();
}

void GtpEngine::undo() {
  if (!refused_after_.empty() && refused_after_.back() == record_.turns().size()) {
    refused_after_.pop_back();
    return;
  }
  if (resigned_ && !is_for_hexgui_) {
    resigned_.reset();
  } else {
    const bool swapped_sides =
        !record_.turns().empty() && record_.turns().back().move == Move::swap_sides();
    if (is_for_hexgui_ && swapped_sides) record_.undo();
    if (!record_.undo()) throw GtpError("cannot undo: no move has been played");
    resigned_.reset();
  }
  // What was searched after the turns that are left counts on.
  for (auto& seen : seen_lost_) {
    std::erase_if(seen, [&](std::size_t turns) { return turns > record_.turns().size(); });
  }
}

void GtpEngine::set(std::string_view name, std::string_view value) {
  isthmus::set(settings_, find_setting(name), value);
}

void GtpEngine::set_time(const TimeControl& control) { clocks_.fill(Clock(control)); }

void GtpEngine::set_time_left(Colour colour, double seconds, int stones) {
  clocks_[static_cast<std::size_t>(colour)].set_left(seconds, stones);
}

void GtpEngine::clear_cache() {
  search_.reset();
  evaluator_.reset();
  solver_.reset();
}

// The settings of the next search, with its limits as the clock and the caller have it.
SearchLimits GtpEngine::set_limits(Colour colour, GtpPurpose purpose) {
  search_settings_ = settings_;
  if (purpose == GtpPurpose::analysis) search_settings_.level = 0;
  const Clock& clock = clocks_[static_cast<std::size_t>(colour)];
  double& seconds = search_settings_.time;
  if (purpose == GtpPurpose::move_by_the_clock && clock.is_limited()) {
    const Board& board = record_.game().board();
    const double most = clock.seconds_for_move(
        {record_.position().occupied().size(), board.cell_count()}, kOverhead);
    seconds = seconds > 0 ? std::min(seconds, most) : most;
  } else if (seconds == 0 && search_settings_.visits == 0) {
    seconds = kDefaultSeconds;
  }
  if (options_.restrict) options_.restrict(search_settings_);
  return {search_settings_.visits, search_settings_.time};
}

void GtpEngine::expect_ongoing() const {
  const Result result = record_.position().result;
  if (result == Result::ongoing) return;
  const char* how = result == Result::black   ? "Black has won"
                    : result == Result::white ? "White has won"
                                              : "it is drawn";
  throw GtpError(std::string("the game is over: ") + how);
}

// Makes the search ready for the position.
void GtpEngine::prepare(Colour colour, const std::vector<MoveRule>& rules) {
  expect_ongoing();
  const Game& game = record_.game();
  if (!evaluator_) evaluator_ = options_.make_evaluator(game, search_settings_);
  if (!search_) search_ = std::make_unique<Search>(game, *evaluator_, search_settings_);
  if (record_.position().to_move == colour) {
    search_->set_root(record_, rules);
  } else {
    search_->set_root(position_for(colour), {}, rules);
  }
}

Position GtpEngine::position_for(Colour colour) const {
  Position position = record_.position();
  position.to_move = colour;
  return position;
}

SearchReport GtpEngine::search(Colour colour, GtpPurpose purpose, const Watch& watch) {
  const auto begin = std::chrono::steady_clock::now();
  SearchLimits limits = set_limits(colour, purpose);
  prepare(colour, watch.rules);
  // To keep what is still of use of a large tree takes its time too.
  if (limits.seconds > 0) {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    limits.seconds = std::max(kMinSeconds, limits.seconds - taken.count());
  }
  return search_->run(limits, exchange_.interrupted, watch.show, watch.seconds);
}

SearchReport GtpEngine::analyze(Colour colour, const Watch& watch) {
  SearchLimits limits = set_limits(colour, GtpPurpose::analysis);
  if (!options_.restrict) limits = {};
  prepare(colour, watch.rules);
  const std::stop_token& followed = exchange_.followed;
  const SearchReport report = search_->run(limits, followed, watch.show, watch.seconds);
  if (followed.stop_requested() || !followed.stop_possible()) return report;
  // There was no more to find out. A client takes the end of the answer for that of the analysis.
  if (watch.show) watch.show(report);
  wait_for_stop(followed);
  return report;
}

SearchReport GtpEngine::judge(Colour colour) {
  set_limits(colour, GtpPurpose::analysis);
  prepare(colour, {});
  return search_->run({.visits = 1});
}

std::vector<Evaluation> GtpEngine::judge_moves(Colour colour, std::span<const Move> moves) const {
  return evaluate_moves(record_.game(), *evaluator_, position_for(colour), moves,
                        static_cast<std::uint64_t>(settings_.seed));
}

std::optional<Move> GtpEngine::book_move(Colour colour) const {
  const Position& position = record_.position();
  if (!options_.book || position.to_move != colour || position.result != Result::ongoing) {
    return std::nullopt;
  }
  return options_.book(record_.game(), position);
}

const Theory& GtpEngine::theory() {
  const Game& game = record_.game();
  if (!theory_) theory_ = game.theory();
  if (!theory_) throw GtpError("nothing is known for certain about " + game.name());
  return *theory_;
}

SolveLimits GtpEngine::prepare_solver() {
  expect_ongoing();
  search_settings_ = settings_;
  if (options_.restrict) options_.restrict(search_settings_);
  if (!solver_) {
    const auto bytes = static_cast<std::size_t>(search_settings_.memory) << 20;
    solver_ = make_solver(record_.game(), {.bytes = std::min(bytes, SolverOptions::kBytes)});
  }
  return {search_settings_.solve_nodes, search_settings_.solve_time};
}

Solution GtpEngine::solve(Colour colour) {
  const SolveLimits limits = prepare_solver();
  return solver_->solve(position_for(colour), limits, exchange_.interrupted);
}

MoveProofs GtpEngine::solve_moves(Colour colour) {
  const SolveLimits limits = prepare_solver();
  return solver_->solve_moves(position_for(colour), limits, exchange_.interrupted);
}

std::optional<Move> GtpEngine::choose(Colour colour, const Watch& watch) {
  if (watch.rules.empty()) {
    if (const auto move = book_move(colour)) return move;
  }
  const SearchReport report = search(colour, GtpPurpose::move_by_the_clock, watch);
  if (should_resign(colour, report)) return std::nullopt;
  return report.moves.front().move;
}

bool GtpEngine::should_resign(Colour colour, const SearchReport& report) {
  // Who plays by a level without search would rarely win what the net at full strength sees won.
  if (is_policy_level(settings_.level)) return false;
  std::vector<std::size_t>& seen = seen_lost_[static_cast<std::size_t>(colour)];
  if (report.proof == Proof::win || report.win_rate >= settings_.resign) {
    seen.clear();
    return false;
  }
  const std::size_t turns = record_.turns().size();
  if (seen.empty() || seen.back() != turns) seen.push_back(turns);
  const Position& position = record_.position();
  const int stones = std::min(position.of(Colour::black).size(), position.of(Colour::white).size());
  return seen.size() >= kResignSearches && stones >= record_.game().size().rows;
}

std::optional<Move> GtpEngine::generate(Colour colour, const Watch& watch) {
  const auto begin = std::chrono::steady_clock::now();
  const std::optional<Move> move = choose(colour, watch);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  clocks_[static_cast<std::size_t>(colour)].spend(taken.count());
  if (move) {
    play(colour, *move);
    has_generated_ = true;
  } else {
    resign(colour);
  }
  return move;
}

void GtpEngine::ponder() {
  // A level goes on with no tree.
  if (!settings_.ponder || settings_.level > 0 || !has_generated_) return;
  const Position& position = record_.position();
  if (position.result == Result::ongoing) analyze(position.to_move, {});
}

}  // namespace isthmus
