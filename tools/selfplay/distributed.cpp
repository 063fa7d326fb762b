#include "tools/selfplay/distributed.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <thread>
#include <utility>

#include "tools/mpi/assignments.hpp"
#include "tools/mpi/coordinator.hpp"
#include "tools/mpi/player.hpp"
#include "tools/selfplay/totals.hpp"

namespace isthmus::selfplay {

namespace {

using json = nlohmann::ordered_json;

constexpr std::int64_t kMaxNumbers = 64;  // in one answer

// What rank 0 knows: which games are to be begun, and who plays which.
class GameBoard {
 public:
  GameBoard(std::vector<std::int64_t> games, std::int64_t first, int ranks)
      : left_(std::move(games)),
        next_(left_.size(), first),
        players_(ranks - 1),
        assignments_(ranks),
        totals_(static_cast<std::size_t>(ranks)) {}

  // At the end few at a time, so that all ranks end together.
  json hand_out(int rank, std::size_t size) {
    const std::int64_t share =
        std::clamp<std::int64_t>(left_[size] / (4 * players_), 1, kMaxNumbers);
    json numbers = json::array();
    for (std::int64_t i = 0; i < share && left_[size] > 0; ++i, --left_[size]) {
      assignments_.give(rank, {size, next_[size]});
      numbers.push_back(next_[size]++);
    }
    return numbers;
  }

  // A game that the rank was taken to have lost is one less to be played in its place.
  void ended(int rank, const GameNumber& game) {
    if (!assignments_.take(rank, game) && left_[game.size] > 0) --left_[game.size];
  }
  void lost(int rank) {
    for (const GameNumber& game : assignments_.take_all(rank)) ++left_[game.size];
  }
  // Its time is up: it keeps its unfinished games.
  void done(int rank) { assignments_.take_all(rank); }
  void set_totals(int rank, json totals) {
    totals_[static_cast<std::size_t>(rank)] = std::move(totals);
  }

  // Whether games are left that no rank plays.
  bool has_games() const {
    return std::any_of(left_.begin(), left_.end(), [](std::int64_t left) { return left > 0; });
  }
  bool is_in_play() const { return !assignments_.is_empty(); }
  json totals() const {
    json sum;
    for (const json& of_rank : totals_) {
      if (!of_rank.is_null()) sum = add_totals(sum, of_rank);
    }
    return sum;
  }

 private:
  std::vector<std::int64_t> left_;  // games to be begun, by size
  std::vector<std::int64_t> next_;  // the number of the next of them
  std::int64_t players_;            // ranks but rank 0
  mpi::Assignments<GameNumber> assignments_;
  std::vector<json> totals_;  // by rank; null where none are known
};

// The games that rank 0 hands out to this one.
class HandedNumbers : public GameNumbers {
 public:
  HandedNumbers(mpi::Player& player, std::size_t sizes) : player_(player), sizes_(sizes) {}

  std::optional<GameNumber> next(std::size_t size) override {
    const std::lock_guard lock(mutex_);
    Size& mine = sizes_[size];
    if (mine.numbers.empty() && mine.may_have_more) {
      for (const json& number : ask({{"size", size}}, json::array())) {
        mine.numbers.push_back(number);
      }
      mine.may_have_more = !mine.numbers.empty();
      std::reverse(mine.numbers.begin(), mine.numbers.end());
    }
    if (mine.numbers.empty()) return std::nullopt;
    const std::int64_t number = mine.numbers.back();
    mine.numbers.pop_back();
    return GameNumber{size, number};
  }

  void ended(const GameNumber& game) override {
    report({{"size", game.size}, {"ended", game.number}});
  }

  bool has_more() override {
    for (;; std::this_thread::sleep_for(std::chrono::milliseconds(100))) {
      const json state = ask({{"more", true}}, {{"more", false}, {"over", true}});
      if (state.at("over")) return false;
      if (!state.at("more")) continue;
      for (Size& size : sizes_) size.may_have_more = true;
      return true;
    }
  }

  // Sends it to rank 0, unless that is lost.
  void report(const json& news) {
    if (is_alone_) return;
    try {
      player_.report(news);
    } catch (const mpi::LostRank&) {
      is_alone_ = true;
    }
  }

  // Whether rank 0 is lost.
  bool is_alone() const { return is_alone_; }

 private:
  struct Size {
    std::vector<std::int64_t> numbers{};  // the next is the last
    bool may_have_more = true;
  };

  json ask(const json& question, const json& otherwise) {
    if (is_alone_) return otherwise;
    try {
      return player_.ask(question);
    } catch (const mpi::LostRank&) {
      is_alone_ = true;
      return otherwise;
    }
  }

  mpi::Player& player_;
  std::mutex mutex_;  // of sizes_
  std::vector<Size> sizes_;
  std::atomic<bool> is_alone_ = false;
};

}  // namespace

json lead_selfplay(mpi::Ranks& ranks, std::vector<std::int64_t> games, std::int64_t first,
                   double timeout, std::stop_token stop, double report_every,
                   const ReportTotals& report,
                   const std::function<void(const std::string&)>& note) {
  using Clock = std::chrono::steady_clock;
  const bool is_limited = games.front() != std::numeric_limits<std::int64_t>::max();
  GameBoard board(std::move(games), first, ranks.count());
  auto reported = Clock::now();
  mpi::lead(
      ranks, timeout,
      {.answer = [&](int rank, const json& question) -> json {
         const bool is_size = question.contains("size");
         if (stop.stop_requested()) return is_size ? json::array() : json{{"over", true}};
         if (is_size) return board.hand_out(rank, question["size"]);
         return {{"more", board.has_games()}, {"over", !board.has_games() && !board.is_in_play()}};
       },
       .report =
           [&](int rank, const json& news) {
             if (news.contains("ended")) board.ended(rank, {news["size"], news["ended"]});
             if (news.contains("totals")) board.set_totals(rank, news["totals"]);
             if (news.contains("done")) board.done(rank);
           },
       .lost = [&](int rank) { board.lost(rank); },
       .note = note,
       .tick =
           [&] {
             if (std::chrono::duration<double>(Clock::now() - reported).count() < report_every) {
               return;
             }
             reported = Clock::now();
             if (const json totals = board.totals(); !totals.is_null()) report(totals);
           }});
  const json totals = board.totals();
  if (totals.is_null()) throw std::runtime_error("no rank was left to play");
  report(totals);
  if (is_limited && board.has_games() && !stop.stop_requested() && totals.at("stoppedGames") == 0) {
    throw std::runtime_error("all ranks were lost before all games were played");
  }
  return totals;
}

void play_selfplay(mpi::Ranks& ranks, SelfplayJob job, double timeout, std::stop_token stop) {
  constexpr double kReportEvery = 1;  // seconds
  job.settings.report_every = kReportEvery;
  job.rank = ranks.rank();
  job.ranks = ranks.count();
  mpi::Player player(ranks, timeout);
  player.run([&] {
    HandedNumbers numbers(player, job.sizes.size());
    const auto totals = run_selfplay(job, numbers, std::move(stop), [&](const auto& so_far) {
      numbers.report({{"totals", so_far}});
    });
    numbers.report({{"totals", totals}, {"done", true}});
    if (numbers.is_alone()) throw mpi::LostRank("rank 0 is lost, and no more games to be had");
  });
}

}  // namespace isthmus::selfplay
