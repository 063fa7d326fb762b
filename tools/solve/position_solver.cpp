#include "tools/solve/position_solver.hpp"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "engine/solve/general_solver.hpp"
#include "protocols/json/position_json.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/growing_file.hpp"
#include "tools/base/output_file.hpp"
#include "tools/base/periodic.hpp"
#include "tools/base/read_file.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/terminal_line.hpp"
#include "tools/book/recheck.hpp"
#include "tools/book/solutions.hpp"
#include "tools/solve/progress.hpp"

namespace isthmus::solve {

using nlohmann::ordered_json;

namespace {

// Stones of positions whose games a book counts that is made here; proofs are of any.
constexpr int kPlies = 12;

constexpr std::size_t kMostOfFacts = std::size_t{1} << 34;  // bytes

void check_provable(const Game& game) {
  if (game.certifier() == nullptr) {
    throw BadInput("option '--proof': there are no certificates of " + game.name());
  }
}

}  // namespace

PositionSolver::PositionSolver(PositionSolverOptions options, mpi::Ranks* ranks, double timeout)
    : options_(std::move(options)) {
  if (ranks != nullptr) {
    workers_ = std::make_unique<RankWorkers>(*ranks, timeout, [](const std::string& text) {
      std::fprintf(stderr, "isthmus: %s\n", text.c_str());
    });
  }
}

// Has the progress of a search reported, and what it remembers written, while it runs.
template <class Search>
auto PositionSolver::watch(const Game& game, const Solver& solver, Search search) const {
  Progress shown(solver.status()), report(solver.status());
  const TerminalLine line;
  std::optional<Periodic> showing, reporting, saving;
  if (line.is_terminal()) {
    showing.emplace(1, [&] { line.show(shown.text(solver.status())); });
  }
  if (options_.report_seconds) {
    reporting.emplace(*options_.report_seconds, [&] {
      try {
        print(report.json(solver.status()) + '\n');
      } catch (const std::runtime_error&) {
        // The answer will not be written either, and that ends the program.
      }
    });
  }
  if (!options_.checkpoint.empty()) {
    saving.emplace(options_.checkpoint_seconds, [&] {
      try {
        write_checkpoint(game, solver);
      } catch (const std::runtime_error& error) {
        std::fprintf(stderr, "isthmus: %s\n", error.what());  // and once more at the end
      }
    });
  }
  auto found = search();
  showing.reset();
  line.clear();
  return found;
}

void PositionSolver::solve(const Game& game, const Position& position, ordered_json answer) {
  if (signals_.token().stop_requested()) return;
  if (!options_.proof.empty()) check_alone("proof", position);
  if (!options_.checkpoint.empty()) check_alone("checkpoint", position);
  is_another_ = true;
  if (!options_.proof.empty()) check_provable(game);
  const auto solver = workers_ ? workers_->make_solver(game, options_.solver.bytes)
                               : make_solver(game, options_.solver);
  if (!options_.checkpoint.empty()) begin_checkpoint(game, *solver);
  if (!options_.book.empty() && !book_) open_book(game);
  if (book_ && !book_->is_of(game)) {
    throw BadInput("option '--book': " + options_.book +
                   " is of another game or board; name another");
  }
  answer["toMove"] = colour_json(position.to_move);
  const Solution solution = solution_of(game, position, *solver);
  unsolved_ += solution.proof == Proof::unknown;
  add_solution(answer, game, position, solution);
  if (solution.proof == Proof::unknown) {
    const SolverStatus status = solver->status();
    answer["toWin"] = status.to_win;
    answer["toLose"] = status.to_lose;
  }
  if (options_.all_moves && position.result == Result::ongoing) {
    const MoveProofs proofs = moves_of(game, position, *solver);
    answer["winningMoves"] = names_json(game.board(), proofs.wins);
    answer["losingMoves"] = names_json(game.board(), proofs.losses);
    answer["drawingMoves"] = names_json(game.board(), proofs.draws);
    answer["unknownMoves"] = names_json(game.board(), proofs.unknown);
    answer["movesNodes"] = proofs.nodes;
    answer["movesSeconds"] = proofs.seconds;
  }
  std::exception_ptr failure;  // the answer is printed all the same
  if (!options_.checkpoint.empty()) {
    answer["totalNodes"] = totals(*solver).nodes;
    answer["totalSeconds"] = totals(*solver).seconds;
    try {
      write_checkpoint(game, *solver);
    } catch (const std::runtime_error&) {
      failure = std::current_exception();
    }
  }
  print(answer.dump() + '\n');
  if (failure) std::rethrow_exception(failure);
  if (!options_.proof.empty() && solution.proof != Proof::unknown) {
    prove(game, position, *solver);
  }
}

// For an option that takes one position.
void PositionSolver::check_alone(const std::string& option, const Position& position) const {
  if (position.result != Result::ongoing) {
    throw BadInput("option '--" + option + "': the game is over; name an unfinished position");
  }
  if (is_another_) {
    throw BadInput("option '--" + option + "': it takes one position; name no more");
  }
}

// Goes on from what is there, or sees to it that something is from now on.
void PositionSolver::begin_checkpoint(const Game& game, Solver& solver) {
  const bool is_there = std::filesystem::exists(options_.checkpoint);
  if (is_there && !options_.resumes) {
    throw BadInput("option '--checkpoint': " + options_.checkpoint +
                   " is there already; go on from it with --resume, or name another");
  }
  if (is_there) {
    before_ = read_checkpoint(options_.checkpoint, game, solver, levels());
  } else {
    write_checkpoint(game, solver);
  }
}

Totals PositionSolver::totals(const Solver& solver) const {
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
  return {before_.nodes + solver.status().nodes, before_.seconds + passed.count()};
}

void PositionSolver::write_checkpoint(const Game& game, const Solver& solver) const {
  solve::write_checkpoint(options_.checkpoint, game, solver, levels(), totals(solver));
}

// Where time or a stop comes first, no file is written.
void PositionSolver::prove(const Game& game, const Position& position, Solver& solver) {
  const auto certifier = game.certifier();
  const auto maker = certifier->maker(position, solver);
  const std::string kept = options_.checkpoint + ".facts";
  const bool keeps = !options_.checkpoint.empty();
  std::string known;
  if (keeps && options_.resumes && std::filesystem::exists(kept)) {
    known = read_file(kept, "name a checkpoint", kMostOfFacts);
    // The last line may be of a run that was killed; what has no line is no such file.
    if (const auto end = known.rfind('\n'); end != std::string::npos) known.resize(end + 1);
    maker->read_facts(known);
  }
  std::optional<GrowingFile> file;
  const auto keep = [&] {
    if (maker->facts() == 0) return;  // what was there may not have been checked yet
    if (!file) file.emplace(kept, known.size());
    file->add([&](const WritePart& write) { maker->write_more_facts(write); });
  };
  const TerminalLine line;
  std::optional<Periodic> showing, reporting, saving;
  FactProgress shown, report;
  if (line.is_terminal()) showing.emplace(1, [&] { line.show(shown.text(maker->facts())); });
  if (options_.report_seconds) {
    reporting.emplace(*options_.report_seconds, [&] {
      try {
        print(report.json(maker->facts()) + '\n');
      } catch (const std::runtime_error&) {
        // Who reads no longer has had the answer; the certificate is a file.
      }
    });
  }
  if (keeps) {
    saving.emplace(options_.checkpoint_seconds, [&] {
      try {
        keep();
      } catch (const std::runtime_error& error) {
        std::fprintf(stderr, "isthmus: %s\n", error.what());  // and once more at the end
      }
    });
  }
  std::optional<std::string> text;
  try {
    text = maker->make(options_.limits.seconds, reader_.token());
  } catch (const CertificateError& error) {
    throw BadInput("cannot go on from " + kept + ": " + error.what() + "; it stays as it is");
  }
  showing.reset();
  reporting.reset();
  saving.reset();
  line.clear();
  if (!text) {
    if (keeps) keep();
    throw std::runtime_error("no certificate: the time was over, or a stop came first");
  }
  write_file(options_.proof, *text);
  std::error_code error;
  if (keeps) std::filesystem::remove(kept, error);
}

// Makes it where there is none.
void PositionSolver::open_book(const Game& game) {
  if (!book::keeps_proofs(game)) {
    throw BadInput("option '--book': who wins at " + game.name() +
                   " depends on earlier positions: a book of it keeps no proofs");
  }
  const BoardSize size = game.size();
  book::create_missing_book(options_.book, {game.name(), size.rows, size.columns, kPlies});
  book_.emplace(options_.book);
  const std::string unchecked = book::unchecked_text(*book_);
  if (!unchecked.empty()) std::fprintf(stderr, "isthmus: %s\n", unchecked.c_str());
}

Solution PositionSolver::solution_of(const Game& game, const Position& position, Solver& solver) {
  Solution solution;
  // A game that is over is not to be taken for one that goes on.
  if (position.result != Result::ongoing) {
    solution.proof = proof_for(position.to_move, position.result);
    return solution;
  }
  if (book_) solution = book::look_up(book_->proofs(), game, position);
  if (solution.proof != Proof::unknown) return solution;
  solution =
      watch(game, solver, [&] { return solver.solve(position, options_.limits, reader_.token()); });
  if (book_) book::keep(book_->proofs(), game, position, solution);
  return solution;
}

// With the answers that refute them, where the solver remembers enough to name them.
void PositionSolver::keep_moves(const Game& game, const Position& position, const MoveProofs& moves,
                                Solver& solver) {
  constexpr SolveLimits kRemembered{.nodes = 100};
  book::keep_moves(book_->proofs(), game, position, moves);
  moves.losses.for_each([&](Cell cell) {
    Position next = position;
    game.play(next, Move(cell));
    if (next.result != Result::ongoing) return;
    book::keep(book_->proofs(), game, next, solver.solve(next, kRemembered, reader_.token()));
  });
}

MoveProofs PositionSolver::moves_of(const Game& game, const Position& position, Solver& solver) {
  MoveProofs moves;
  if (book_) moves = book::look_up_moves(book_->proofs(), game, position);
  if (book_ && moves.unknown.empty()) return moves;
  moves = watch(game, solver,
                [&] { return solver.solve_moves(position, options_.limits, reader_.token()); });
  if (book_) keep_moves(game, position, moves, solver);
  return moves;
}

}  // namespace isthmus::solve
