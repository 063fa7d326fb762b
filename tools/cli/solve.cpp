#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <boost/program_options/value_semantic.hpp>
#include <nlohmann/json.hpp>

#include "engine/game/theory.hpp"
#include "engine/solve/general_solver.hpp"
#include "games/list.hpp"
#include "protocols/json/analysis_query.hpp"
#include "protocols/json/position_json.hpp"
#include "tools/analysis/analysis_input.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/output_file.hpp"
#include "tools/base/read_file.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/base/stop_without_reader.hpp"
#include "tools/book/book.hpp"
#include "tools/book/solutions.hpp"
#include "tools/cli/commands.hpp"
#include "tools/options/command.hpp"
#include "tools/options/game_input.hpp"
#include "tools/options/number_option.hpp"
#include "tools/options/options.hpp"

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

In games of which enough is certain, who wins can be proven to others: --proof writes a certificate
of the one position that is given, and --verify checks one by the rules alone.)";

// Threads of those that the program may run on.
int processor_count() {
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 1024U));
}

// Stones of positions whose games a book counts that is made here; proofs are of any.
constexpr int kPlies = 12;
constexpr std::size_t kMostOfCertificate = std::size_t{1} << 30;  // bytes

// Solves positions of one game after the other, and counts those it could not.
class SolvePositions {
 public:
  // `book` names a file of what is proven, `proof` one for a certificate; none where it is empty.
  SolvePositions(const SolveLimits& limits, const SolverOptions& options, bool all_moves,
                 std::string book, std::string proof)
      : limits_(limits),
        options_(options),
        all_moves_(all_moves),
        path_of_book_(std::move(book)),
        path_of_proof_(std::move(proof)) {}

  void solve(const Game& game, const Position& position, ordered_json answer) {
    if (signals_.token().stop_requested()) return;
    if (!path_of_proof_.empty()) check_provable(game, position);
    const auto solver = make_solver(game, options_);
    if (!path_of_book_.empty() && !book_) open_book(game);
    if (book_ && !book_->is_of(game)) {
      throw BadInput("option '--book': " + path_of_book_ +
                     " is of another game or board; name another");
    }
    answer["toMove"] = colour_json(position.to_move);
    const Solution solution = solution_of(game, position, *solver);
    unsolved_ += solution.proof == Proof::unknown;
    add_solution(answer, game, position, solution);
    if (all_moves_ && position.result == Result::ongoing) {
      const MoveProofs proofs = moves_of(game, position, *solver);
      answer["winningMoves"] = names_json(game.board(), proofs.wins);
      answer["losingMoves"] = names_json(game.board(), proofs.losses);
      answer["drawingMoves"] = names_json(game.board(), proofs.draws);
      answer["unknownMoves"] = names_json(game.board(), proofs.unknown);
      answer["movesNodes"] = proofs.nodes;
      answer["movesSeconds"] = proofs.seconds;
    }
    print(answer.dump() + '\n');
    if (!path_of_proof_.empty() && solution.proof != Proof::unknown) {
      prove(game, position, *solver);
    }
  }

  int unsolved() const { return unsolved_; }

 private:
  void check_provable(const Game& game, const Position& position) {
    if (game.theory() == nullptr) {
      throw BadInput("option '--proof': there are no certificates of " + game.name());
    }
    if (position.result != Result::ongoing) {
      throw BadInput("option '--proof': the game is over; name an unfinished position");
    }
    if (has_proven_) throw BadInput("option '--proof': it takes one position; name no more");
    has_proven_ = true;
  }
  // Where time or a stop comes first, no file is written.
  void prove(const Game& game, const Position& position, Solver& solver) {
    const auto text =
        game.theory()->certificate(game, position, solver, limits_.seconds, reader_.token());
    if (!text) throw std::runtime_error("no certificate: the time was over, or a stop came first");
    write_file(path_of_proof_, *text);
  }
  // Makes it where there is none.
  void open_book(const Game& game) {
    if (!book::keeps_proofs(game)) {
      throw BadInput("option '--book': who wins at " + game.name() +
                     " depends on earlier positions: a book of it keeps no proofs");
    }
    const BoardSize size = game.size();
    book::create_missing_book(path_of_book_, {game.name(), size.rows, size.columns, kPlies});
    book_.emplace(path_of_book_);
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
    solution = solver.solve(position, limits_, reader_.token());
    if (book_) book::keep(book_->proofs(), game, position, solution);
    return solution;
  }
  MoveProofs moves_of(const Game& game, const Position& position, Solver& solver) {
    MoveProofs moves;
    if (book_) moves = book::look_up_moves(book_->proofs(), game, position);
    if (book_ && moves.unknown.empty()) return moves;
    moves = solver.solve_moves(position, limits_, reader_.token());
    if (book_) book::keep_moves(book_->proofs(), game, position, moves);
    return moves;
  }

  SolveLimits limits_;
  SolverOptions options_;
  bool all_moves_;
  std::string path_of_book_;
  std::string path_of_proof_;
  bool has_proven_ = false;
  std::optional<book::Book> book_;
  StopOnSignal signals_;
  StopWithoutReader reader_{signals_.token()};
  int unsolved_ = 0;
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
  add_game(options);
  const auto values = parse_options(arguments, kSolveUsage, options,
                                    po::positional_options_description().add("file", 1));
  if (!values) return kGood;
  const SolveLimits limits{.nodes = number_of<std::int64_t>(*values, "nodes"),
                           .seconds = number_of(*values, "time")};

  if (const std::string path = (*values)["verify"].as<std::string>(); !path.empty()) {
    verify(path);
    return kGood;
  }
  const std::string proof = (*values)["proof"].as<std::string>();
  if (!proof.empty()) check_output_file("proof", proof);

  SolverOptions solver;
  solver.bytes = number_of<std::size_t>(*values, "memory") << 20;
  solver.threads =
      values->count("threads") != 0 ? number_of<int>(*values, "threads") : processor_count();
  SolvePositions positions(limits, solver, values->count("all") != 0,
                           (*values)["book"].as<std::string>(), proof);
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
