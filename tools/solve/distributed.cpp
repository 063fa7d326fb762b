#include "tools/solve/distributed.hpp"

#include <chrono>
#include <exception>
#include <utility>

#include "engine/base/linked_stop_source.hpp"
#include "engine/solve/general_solver.hpp"
#include "games/list.hpp"
#include "tools/base/periodic.hpp"
#include "tools/mpi/coordinator.hpp"
#include "tools/mpi/player.hpp"
#include "tools/solve/job_json.hpp"

namespace isthmus::solve {

namespace {

using json = nlohmann::ordered_json;
using namespace std::chrono_literals;

constexpr double kReportEvery = 0.1;  // seconds between two reports of a job
constexpr auto kAskAgain = 5ms;       // where there was no job

}  // namespace

class RankWorkers::OfRanks : public TwoLevelSolver {
 public:
  OfRanks(RankWorkers& workers, const Game& of_game, std::size_t bytes)
      : TwoLevelSolver(of_game, bytes), game(of_game), workers_(workers) {
    const std::lock_guard lock(workers_.mutex_);
    workers_.solver_ = this;
    number = ++workers_.solvers_;
    if (workers_.has_none_) end();
  }
  ~OfRanks() override {
    const std::lock_guard lock(workers_.mutex_);
    workers_.solver_ = nullptr;
  }

  const Game& game;
  std::int64_t number = 0;  // which of the solvers it is

 private:
  RankWorkers& workers_;
};

RankWorkers::RankWorkers(mpi::Ranks& ranks, double timeout,
                         std::function<void(const std::string&)> note)
    : leading_("leader", [this, &ranks, timeout, note = std::move(note)](const std::stop_token&) {
        lead(ranks, timeout, note);
      }) {}

RankWorkers::~RankWorkers() {
  const std::lock_guard lock(mutex_);
  may_leave_ = true;
}

std::unique_ptr<Solver> RankWorkers::make_solver(const Game& game, std::size_t bytes) {
  return std::make_unique<OfRanks>(*this, game, bytes);
}

void RankWorkers::lead(mpi::Ranks& ranks, double timeout,
                       const std::function<void(const std::string&)>& note) {
  try {
    mpi::lead(ranks, timeout,
              {.answer = [&](int rank, const json& question) { return answer(rank, question); },
               .report = [&](int rank, const json& news) { take(rank, news); },
               .lost = [&](int rank) { lose(rank); },
               .note = note});
  } catch (const std::exception& error) {
    note(error.what());
  }
  const std::lock_guard lock(mutex_);
  has_none_ = true;
  if (solver_ != nullptr) solver_->end();
}

RankWorkers::OfRanks* RankWorkers::find(const json& message) {
  const bool is_current =
      solver_ != nullptr && message.at("search").get<std::int64_t>() == solver_->number;
  return is_current ? solver_ : nullptr;
}

json RankWorkers::answer(int rank, const json& question) {
  const std::lock_guard lock(mutex_);
  if (question.contains("nodes")) {
    OfRanks* const solver = find(question);
    return {{"wanted",
             solver != nullptr && solver->report(rank, question.at("id"), question.at("nodes"))}};
  }
  if (may_leave_) return {{"over", true}};
  if (solver_ == nullptr) return json::object();
  const auto job = solver_->take(rank);
  if (!job) return json::object();
  const BoardSize size = solver_->game.size();
  return {{"search", solver_->number},
          {"game", solver_->game.name()},
          {"rows", size.rows},
          {"columns", size.columns},
          {"job", to_json(*job)}};
}

void RankWorkers::take(int rank, const json& news) {
  const std::lock_guard lock(mutex_);
  OfRanks* const solver = find(news);
  if (solver == nullptr) return;
  solver->hand_in(rank, news.at("id"),
                  read_result(news.at("result"), solver->game.board().cells()));
}

void RankWorkers::lose(int rank) {
  const std::lock_guard lock(mutex_);
  if (solver_ != nullptr) solver_->lose(rank);
}

namespace {

// What a rank searches with, for one game at a time.
class Searcher {
 public:
  explicit Searcher(const SolverOptions& options) : options_(options) {}

  // Has the answer of rank 0, with a job, searched, and returns what to report of it.
  json search(mpi::Player& player, const json& answer, const std::stop_token& stop) {
    use_game(answer.at("game"), {answer.at("rows"), answer.at("columns")});
    const ProofJob job = read_job(answer.at("job"), game_->board().cells());
    const json about = {{"search", answer.at("search")}, {"id", job.id}};
    const std::int64_t before = solver_->status().nodes;
    LinkedStopSource unwanted(stop);
    const Periodic reporting(kReportEvery, [&] {
      try {
        json question = about;
        question["nodes"] = solver_->status().nodes - before;
        if (!player.ask(question).at("wanted")) unwanted.request_stop();
      } catch (const std::exception&) {
        unwanted.request_stop();  // rank 0 is lost, as will be found when it is asked again
      }
    });
    json news = about;
    news["result"] = to_json(search_job(*solver_, job, options_.threads, unwanted.token()));
    return news;
  }

 private:
  void use_game(const std::string& name, BoardSize size) {
    if (game_ && game_->name() == name && game_->size() == size) return;
    solver_.reset();
    game_ = make_game(name, size.rows, size.columns, SwapRule::none);
    solver_ = make_solver(*game_, options_);
  }

  SolverOptions options_;
  std::unique_ptr<const Game> game_;
  std::unique_ptr<Solver> solver_;
};

}  // namespace

void search_for_rank_0(mpi::Ranks& ranks, const SolverOptions& options, double timeout,
                       const std::stop_token& stop) {
  mpi::Player player(ranks, timeout);
  player.run([&] {
    Searcher searcher(options);
    while (!stop.stop_requested()) {
      const json answer = player.ask(json::object());
      if (answer.contains("over")) return;
      if (answer.contains("job")) {
        player.report(searcher.search(player, answer, stop));
      } else {
        std::this_thread::sleep_for(kAskAgain);
      }
    }
  });
}

}  // namespace isthmus::solve
