#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <boost/program_options/value_semantic.hpp>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "engine/base/number_range.hpp"
#include "engine/game/theory.hpp"
#include "engine/solve/general_solver.hpp"
#include "games/list.hpp"
#include "protocols/json/analysis_query.hpp"
#include "protocols/json/position_json.hpp"
#include "tools/analysis/analysis_input.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/every.hpp"
#include "tools/base/output_file.hpp"
#include "tools/base/read_file.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/base/stop_without_reader.hpp"
#include "tools/book/book.hpp"
#include "tools/book/recheck.hpp"
#include "tools/book/solutions.hpp"
#include "tools/cli/commands.hpp"
#include "tools/options/command.hpp"
#include "tools/options/game_input.hpp"
#include "tools/options/number_option.hpp"
#include "tools/options/options.hpp"
#include "tools/options/rank_options.hpp"
#include "tools/solve/checkpoint.hpp"
#include "tools/solve/distributed.hpp"
#include "tools/solve/progress.hpp"

namespace isthmus {

namespace po = boost::program_options;
using nlohmann::ordered_json;

namespace {

constexpr auto kSolveUsage =
    R"(Usage: isthmus solve [FILE] [options]

Says who wins positions, for certain. FILE holds JSON queries as isthmus analyze takes them, or
games, of which the last position is solved; - reads standard input. Without FILE it is the empty
board of --game and --size. For example:

  echo '{"size": 6, "moves": [["B", "a3"]]}' | isthmus solve -
  isthmus solve --game havannah --size 3 --all

Each position is answered by a line of JSON: the winner (or draw, or null where the limits did not
suffice), a line of moves, cells that suffice the winner even if the other had all the rest, the
positions that were looked into and the seconds. Swaps are left aside, and the limits of queries
too. A book keeps what is proven, and answers what it knows: several programs may work with one.

A long search of one position is best made with --memory and --checkpoint: what it remembers is
written every minute, and at the end, Ctrl-C and SIGTERM among these. With --resume it goes on from
there, also with another --memory or other limits:

  isthmus solve --size 8 --memory 8192 --checkpoint hex8 --resume

With --mpi, under mpirun or srun, the other ranks search for rank 0, each with --threads and
--memory of its own; the checkpoint is of rank 0.

In games of which enough is certain, who wins can be proven to others: --proof writes a certificate
of the one position that is given, and --verify checks one by the rules alone.)";

// Threads of those that the program may run on.
int processor_count() {
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 1024U));
}

// Stones of positions whose games a book counts that is made here; proofs are of any.
constexpr int kPlies = 12;
constexpr std::size_t kMostOfCertificate = std::size_t{1} << 30;  // bytes

// Refuses a table that this machine has no memory for, before it begins to fill.
void check_memory(double megabytes) {
  const double there = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) *
                       static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
  if (megabytes <= there) return;
  throw BadInput("option '--memory': this machine has " + number_text(std::floor(there)) +
                 " MB; ask for less");
}

// What is done beside solving.
struct SolveOptions {
  SolveLimits limits;
  SolverOptions solver;
  bool all_moves = false;
  // Files; none where they are empty.
  std::string book;
  std::string proof;       // for a certificate
  std::string checkpoint;  // of what the solver remembers
  bool resumes = false;
  double checkpoint_seconds = 60;
  std::optional<double> report_seconds;  // between lines that tell how it goes
};

// Solves positions of one game after the other, and counts those it could not.
class SolvePositions {
 public:
  // By the other ranks, where there are some.
  SolvePositions(SolveOptions options, mpi::Ranks* ranks, double timeout)
      : options_(std::move(options)) {
    if (ranks != nullptr) {
      workers_ = std::make_unique<solve::RankWorkers>(*ranks, timeout, [](const std::string& text) {
        std::fprintf(stderr, "isthmus: %s\n", text.c_str());
      });
    }
  }

  void solve(const Game& game, const Position& position, ordered_json answer) {
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
    std::exception_ptr failure;  // the answer is told all the same
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

  int unsolved() const { return unsolved_; }

 private:
  // For an option that takes one position.
  void check_alone(const std::string& option, const Position& position) const {
    if (position.result != Result::ongoing) {
      throw BadInput("option '--" + option + "': the game is over; name an unfinished position");
    }
    if (is_another_) {
      throw BadInput("option '--" + option + "': it takes one position; name no more");
    }
  }
  static void check_provable(const Game& game) {
    if (game.theory() == nullptr) {
      throw BadInput("option '--proof': there are no certificates of " + game.name());
    }
  }
  // Goes on from what is there, or sees to it that something is from now on.
  void begin_checkpoint(const Game& game, Solver& solver) {
    const bool is_there = std::filesystem::exists(options_.checkpoint);
    if (is_there && !options_.resumes) {
      throw BadInput("option '--checkpoint': " + options_.checkpoint +
                     " is there already; go on from it with --resume, or name another");
    }
    if (is_there) {
      before_ = solve::read_checkpoint(options_.checkpoint, game, solver, levels());
    } else {
      write_checkpoint(game, solver);
    }
  }
  solve::Levels levels() const { return workers_ ? solve::Levels::two : solve::Levels::one; }
  solve::Totals totals(const Solver& solver) const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
    return {before_.nodes + solver.status().nodes, before_.seconds + passed.count()};
  }
  void write_checkpoint(const Game& game, const Solver& solver) const {
    solve::write_checkpoint(options_.checkpoint, game, solver, levels(), totals(solver));
  }
  // Has it told how a search goes, and what it remembers written, while it runs.
  template <class Search>
  auto watch(const Game& game, const Solver& solver, Search search) const {
    solve::Progress line(solver.status()), report(solver.status());
    const bool is_terminal = isatty(STDERR_FILENO) != 0;
    std::optional<Every> showing, reporting, saving;
    if (is_terminal) {
      showing.emplace(
          1, [&] { std::fprintf(stderr, "\r\033[K%s", line.text(solver.status()).c_str()); });
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
    if (is_terminal) std::fputs("\r\033[K", stderr);
    return found;
  }
  // Where time or a stop comes first, no file is written.
  void prove(const Game& game, const Position& position, Solver& solver) {
    const auto text = game.theory()->certificate(game, position, solver, options_.limits.seconds,
                                                 reader_.token());
    if (!text) throw std::runtime_error("no certificate: the time was over, or a stop came first");
    write_file(options_.proof, *text);
  }
  // Makes it where there is none.
  void open_book(const Game& game) {
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
  Solution solution_of(const Game& game, const Position& position, Solver& solver) {
    Solution solution;
    // A game that is over is not to be taken for one that goes on.
    if (position.result != Result::ongoing) {
      solution.proof = proof_for(position.to_move, position.result);
      return solution;
    }
    if (book_) solution = book::look_up(book_->proofs(), game, position);
    if (solution.proof != Proof::unknown) return solution;
    solution = watch(game, solver,
                     [&] { return solver.solve(position, options_.limits, reader_.token()); });
    if (book_) book::keep(book_->proofs(), game, position, solution);
    return solution;
  }
  // With the answers that refute them, of which the solver may remember enough to tell them.
  void keep_moves(const Game& game, const Position& position, const MoveProofs& moves,
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
  MoveProofs moves_of(const Game& game, const Position& position, Solver& solver) {
    MoveProofs moves;
    if (book_) moves = book::look_up_moves(book_->proofs(), game, position);
    if (book_ && moves.unknown.empty()) return moves;
    moves = watch(game, solver,
                  [&] { return solver.solve_moves(position, options_.limits, reader_.token()); });
    if (book_) keep_moves(game, position, moves, solver);
    return moves;
  }

  SolveOptions options_;
  bool is_another_ = false;  // whether there was a position before
  solve::Totals before_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::optional<book::Book> book_;
  StopOnSignal signals_;
  StopWithoutReader reader_{signals_.token()};
  int unsolved_ = 0;
  std::unique_ptr<solve::RankWorkers> workers_;  // none without other ranks
};

void solve_query(SolvePositions& positions, const std::string& text) {
  try {
    const AnalysisQuery query = parse_query(text, Settings{});
    for (int turn : query.turns) {
      ordered_json answer;
      if (!query.id.empty()) answer["id"] = query.id;
      answer["turnNumber"] = turn;
      positions.solve(query.record.game(), position_after(query, turn), answer);
    }
  } catch (const QueryError& error) {
    throw BadInput(error.what());
  }
}

// Checks a certificate by the rules, and says what it proves.
void verify(const std::string& path) {
  const std::string text = read_file(path, "give a certificate of --proof", kMostOfCertificate);
  std::unique_ptr<const Game> game;
  try {
    const CertificateBoard board = read_certificate_board(text);
    game = make_game(board.game, board.size.rows, board.size.columns, SwapRule::none);
  } catch (const std::invalid_argument& error) {
    throw BadInput(path + ": " + error.what());
  }
  const auto theory = game->theory();
  if (theory == nullptr) {
    throw BadInput(path + ": there are no certificates of " + game->name());
  }
  try {
    const CertificateSummary proven = theory->check_certificate(*game, text);
    ordered_json answer;
    answer["toMove"] = colour_json(proven.to_move);
    answer["winner"] = colour_json(proven.winner);
    answer["black"] = names_json(game->board(), proven.stones[0]);
    answer["white"] = names_json(game->board(), proven.stones[1]);
    answer["facts"] = proven.facts;
    print(answer.dump() + '\n');
  } catch (const CertificateError& error) {
    throw std::runtime_error(path + " proves nothing: " + error.what());
  }
}

}  // namespace

int run_solve(const std::vector<std::string>& arguments) {
  po::options_description options;
  options.add_options()("file", po::value<std::string>()->value_name("FILE"),
                        "what to solve; may be given without --file")("all",
                                                                      "solve each move as well");
  add_number(options, {"time",
                       "S",
                       {0, 1e9},
                       0,
                       "seconds for a position, and once more for all its moves; 0: no limit"});
  add_number(options,
             {"nodes", "N", {0, 1e15, true}, 0, "positions to look into, likewise; 0: no limit"});
  add_number(options,
             {"memory", "MB", {1, 1e6, true}, SolverOptions::kBytes >> 20, "what it remembers"});
  add_number(options, {"threads",
                       "N",
                       {1, 1024, true},
                       std::nullopt,
                       "threads that search one position; if not given: one for each processor"});
  options.add_options()("book",
                        po::value<std::string>()->value_name("FILE")->default_value("", "none"),
                        "a book of isthmus book to read what is proven from, and to add to; made "
                        "where there is none");
  const auto file_option = [&](const char* name, const char* text) {
    options.add_options()(
        name, po::value<std::string>()->value_name("FILE")->default_value("", "none"), text);
  };
  file_option("proof", "a certificate to write, which proves who wins, of one position");
  file_option("verify", "a certificate to check, in place of solving");
  file_option("checkpoint",
              "a file for what it remembers, from which another run goes on; of one position");
  options.add_options()("resume", "go on from the checkpoint, where it is there");
  add_number(options, {"checkpoint-every",
                       "S",
                       {0.1, 1e6},
                       60,
                       "seconds after which the checkpoint is written again"});
  add_number(options, {"report-every",
                       "S",
                       {0.1, 1e6},
                       std::nullopt,
                       "seconds between lines of JSON that tell how it goes, before the answer; if "
                       "not given: none"});
  add_ranks(options);
  add_game(options);
  const auto values = parse_options(arguments, kSolveUsage, options,
                                    po::positional_options_description().add("file", 1));
  if (!values) return kGood;
  if (const std::string path = (*values)["verify"].as<std::string>(); !path.empty()) {
    verify(path);
    return kGood;
  }
  SolveOptions solve_options;
  solve_options.limits = {.nodes = number_of<std::int64_t>(*values, "nodes"),
                          .seconds = number_of(*values, "time")};
  check_memory(number_of(*values, "memory"));
  solve_options.solver.bytes = number_of<std::size_t>(*values, "memory") << 20;
  solve_options.solver.threads =
      values->count("threads") != 0 ? number_of<int>(*values, "threads") : processor_count();
  solve_options.all_moves = values->count("all") != 0;
  solve_options.book = (*values)["book"].as<std::string>();
  solve_options.proof = (*values)["proof"].as<std::string>();
  solve_options.checkpoint = (*values)["checkpoint"].as<std::string>();
  solve_options.resumes = values->count("resume") != 0;
  solve_options.checkpoint_seconds = number_of(*values, "checkpoint-every");
  if (values->count("report-every") != 0) {
    solve_options.report_seconds = number_of(*values, "report-every");
  }
  if (!solve_options.proof.empty() && (*values)["mpi"].as<bool>()) {
    throw BadInput("options '--proof' and '--mpi': a certificate is made by one process alone");
  }
  const auto ranks = read_ranks(*values);
  if (ranks && ranks->rank() > 0) {
    const StopOnSignal signals;
    solve::search_for_rank_0(*ranks, solve_options.solver, read_timeout(*values), signals.token());
    return kGood;
  }
  for (const auto& [option, path] : {std::pair("proof", solve_options.proof),
                                     std::pair("checkpoint", solve_options.checkpoint)}) {
    if (!path.empty()) check_output_file(option, path);
  }
  if (solve_options.resumes && solve_options.checkpoint.empty()) {
    throw BadInput("option '--resume': name what to go on from by --checkpoint");
  }

  SolvePositions positions(std::move(solve_options), ranks.get(), read_timeout(*values));
  if (values->count("file") == 0) {
    const auto game = read_game(*values);
    positions.solve(*game, game->start(), ordered_json::object());
    return positions.unsolved() == 0 ? kGood : kJobFailed;
  }
  const std::string file = (*values)["file"].as<std::string>();
  AnalysisInput input(file);
  if (input.is_games()) {
    LeftOut left_out;
    read_games(file, input.games(), "", read_game(*values), left_out, [&](const GameFile& game) {
      positions.solve(game.record.game(), game.record.position(), ordered_json::object());
    });
    report_left_out(left_out);
  } else if (input.is_live()) {
    input.for_each_live([&](const std::string& query) {
      solve_query(positions, query);
      return true;
    });
  } else {
    for (const std::string& query : input.queries()) solve_query(positions, query);
  }
  return positions.unsolved() == 0 ? kGood : kJobFailed;
}

}  // namespace isthmus
