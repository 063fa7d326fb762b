#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <boost/program_options/value_semantic.hpp>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "engine/base/number_range.hpp"
#include "games/list.hpp"
#include "protocols/json/analysis_query.hpp"
#include "protocols/json/position_json.hpp"
#include "tools/analysis/analysis_input.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/core_count.hpp"
#include "tools/base/output_file.hpp"
#include "tools/base/read_file.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/cli/commands.hpp"
#include "tools/options/command.hpp"
#include "tools/options/game_input.hpp"
#include "tools/options/number_option.hpp"
#include "tools/options/options.hpp"
#include "tools/options/rank_options.hpp"
#include "tools/solve/distributed.hpp"
#include "tools/solve/position_solver.hpp"

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

In Hex, Y and Rex who wins can be proven to others: --proof writes a certificate of the one position
that is given, and --verify checks one by the rules alone.)";

constexpr std::size_t kMostOfCertificate = std::size_t{1} << 30;  // bytes

// Refuses a table that this machine has no memory for, before it begins to fill.
void check_memory(double megabytes) {
  const double there = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) *
                       static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
  if (megabytes <= there) return;
  throw BadInput("option '--memory': this machine has " + number_text(std::floor(there)) +
                 " MB; ask for less");
}

void solve_query(solve::PositionSolver& positions, const std::string& text) {
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

// Solves the positions of the file that is given.
void solve_file(solve::PositionSolver& positions, const po::variables_map& values) {
  const std::string file = values["file"].as<std::string>();
  AnalysisInput input(file);
  if (input.is_games()) {
    Omissions omissions;
    read_games(file, input.games(), "", read_game(values), omissions, [&](const GameFile& game) {
      positions.solve(game.record.game(), game.record.position(), ordered_json::object());
    });
    report_omissions(omissions);
  } else if (input.is_live()) {
    input.for_each_live([&](const std::string& query) {
      solve_query(positions, query);
      return true;
    });
  } else {
    for (const std::string& query : input.queries()) solve_query(positions, query);
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
  const auto certifier = game->certifier();
  if (certifier == nullptr) {
    throw BadInput(path + ": there are no certificates of " + game->name());
  }
  try {
    const CertificateSummary proven = certifier->check(text);
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

solve::PositionSolverOptions read_solver_options(const po::variables_map& values) {
  solve::PositionSolverOptions options;
  options.limits = {.nodes = number_of<std::int64_t>(values, "nodes"),
                    .seconds = number_of(values, "time")};
  check_memory(number_of(values, "memory"));
  options.solver.bytes = number_of<std::size_t>(values, "memory") << 20;
  options.solver.threads =
      values.count("threads") != 0 ? number_of<int>(values, "threads") : core_count();
  options.all_moves = values.count("all") != 0;
  options.book = values["book"].as<std::string>();
  options.proof = values["proof"].as<std::string>();
  options.solver.is_to_certify = !options.proof.empty();
  options.checkpoint = values["checkpoint"].as<std::string>();
  options.resumes = values.count("resume") != 0;
  options.checkpoint_seconds = number_of(values, "checkpoint-every");
  if (values.count("report-every") != 0) {
    options.report_seconds = number_of(values, "report-every");
  }
  if (!options.proof.empty() && values["mpi"].as<bool>()) {
    throw BadInput("options '--proof' and '--mpi': a certificate is made by one process alone");
  }
  return options;
}

void add_solve_options(po::options_description& options) {
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
  add_number(options,
             {"report-every",
              "S",
              {0.1, 1e6},
              std::nullopt,
              "seconds between lines of JSON that report how it goes, before the answer; if "
              "not given: none"});
  add_ranks(options);
  add_game(options);
}

}  // namespace

int run_solve(const std::vector<std::string>& arguments) {
  po::options_description options;
  add_solve_options(options);
  const auto values = parse_options(arguments, kSolveUsage, options,
                                    po::positional_options_description().add("file", 1));
  if (!values) return kGood;
  if (const std::string path = (*values)["verify"].as<std::string>(); !path.empty()) {
    verify(path);
    return kGood;
  }
  solve::PositionSolverOptions solve_options = read_solver_options(*values);
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

  solve::PositionSolver positions(std::move(solve_options), ranks.get(), read_timeout(*values));
  if (values->count("file") == 0) {
    const auto game = read_game(*values);
    positions.solve(*game, game->start(), ordered_json::object());
    return positions.unsolved() == 0 ? kGood : kJobFailed;
  }
  solve_file(positions, *values);
  return positions.unsolved() == 0 ? kGood : kJobFailed;
}

}  // namespace isthmus
