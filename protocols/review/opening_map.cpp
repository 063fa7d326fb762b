#include "protocols/review/opening_map.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "engine/base/linked_stop_source.hpp"
#include "engine/search/position_search.hpp"
#include "engine/search/search_jobs.hpp"
#include "engine/solve/general_solver.hpp"

namespace isthmus {

namespace {

constexpr std::size_t kLooks = 2;  // searches of a stone

// What the searches have come to so far.
struct MapSearches {
  std::mutex mutex{};
  std::condition_variable ended{};
  std::size_t done = 0;
  std::exception_ptr failure{};
};

// Notes the result of one search, for the side that placed the stone.
class Look : public JobListener {
 public:
  Look(MapSearches& searches, LinkedStopSource& stop) : searches_(searches), stop_(stop) {}

  void progress(const SearchedPosition&) override {}
  void done(const SearchedPosition& searched) override {
    win_rate = 1 - searched.report.mean;
    visits = searched.report.visits;
    proof = reversed(searched.report.proof);
    end();
  }
  void cancelled() override { end(); }
  void failed(const std::exception_ptr& failure) override {
    {
      const std::lock_guard lock(searches_.mutex);
      if (!searches_.failure) searches_.failure = failure;
    }
    stop_.request_stop();
    end();
  }

  double win_rate = 0;
  std::int64_t visits = 0;  // 0: there was no search
  Proof proof = Proof::unknown;

 private:
  void end() {
    const std::lock_guard lock(searches_.mutex);
    ++searches_.done;
    searches_.ended.notify_all();
  }

  MapSearches& searches_;
  LinkedStopSource& stop_;
};

bool keeps(const Symmetry& symmetry, const Position& position) {
  return !symmetry.exchanges_colours &&
         image(symmetry, position.of(Colour::black)) == position.of(Colour::black) &&
         image(symmetry, position.of(Colour::white)) == position.of(Colour::white);
}

// Each cell with the least one that it is the same as.
std::map<Cell, Cell> find_least(const Game& game, const Position& position) {
  std::vector<Symmetry> symmetries = game.symmetries();
  std::erase_if(symmetries, [&](const Symmetry& symmetry) { return !keeps(symmetry, position); });
  std::map<Cell, Cell> least;
  game.legal_cells(position).for_each([&](Cell cell) {
    Cell first = cell;
    for (const Symmetry& symmetry : symmetries) first = std::min(first, symmetry.images[cell]);
    least[cell] = first;
  });
  return least;
}

// The same game under a symmetry.
Record image_of(const Symmetry& symmetry, const Record& record) {
  Record turned(record.shared_game(), image(symmetry, record.first_position()));
  for (const Turn& turn : record.turns()) {
    const Move move = turn.move.is_cell() ? Move(symmetry.images[turn.move.cell()]) : turn.move;
    turned.play(turn.colour, move);
  }
  return turned;
}

// Marks what evaluators know for certain.
void mark_known(const Record& record, const OpeningMapOptions& options,
                std::map<Cell, JudgedStone>& stones) {
  const auto evaluator = options.pool.make_evaluator(record.game(), options.settings);
  for (const auto& [move, proof] : evaluator->known_proofs(record.position())) {
    const auto stone = move.is_cell() ? stones.find(move.cell()) : stones.end();
    if (stone != stones.end()) stone->second.proof = proof;
  }
}

// Proves what the limits allow.
void prove(const Record& record, const OpeningMapOptions& options, std::stop_token stop,
           std::map<Cell, JudgedStone>& stones) {
  const auto solver = make_solver(record.game(), options.solver);
  const MoveProofs proofs = solver->solve_moves(record.position(), options.solve, std::move(stop));
  for (auto& [cell, stone] : stones) {
    if (proofs.wins.contains(cell)) stone.proof = Proof::win;
    if (proofs.losses.contains(cell)) stone.proof = Proof::loss;
    if (proofs.draws.contains(cell)) stone.proof = Proof::draw;
  }
}

// How long a pool without threads works between two reports of how far it is.
constexpr std::chrono::milliseconds kWorkedBetweenReports(100);

// Fills in what follows from the searches of each stone. A difference d of two looks at one value
// has the variance 2 s^2 p (1 - p), where s is taken to be the same for all stones.
void conclude(std::map<Cell, JudgedStone>& stones,
              const std::map<Cell, std::array<std::shared_ptr<Look>, kLooks>>& looks) {
  double sum = 0;
  int pairs = 0;
  for (auto& [cell, pair] : looks) {
    JudgedStone& stone = stones.at(cell);
    const auto& [a, b] = pair;
    if (a->proof != Proof::unknown || b->proof != Proof::unknown) {
      stone.proof = a->proof != Proof::unknown ? a->proof : b->proof;
      continue;
    }
    stone.win_rate = (a->win_rate + b->win_rate) / 2;
    stone.visits = a->visits + b->visits;
    const double spread = stone.win_rate * (1 - stone.win_rate);
    if (spread <= 0) continue;
    const double difference = a->win_rate - b->win_rate;
    sum += difference * difference / (2 * spread);
    ++pairs;
  }
  for (auto& [cell, stone] : stones) {
    if (stone.proof != Proof::unknown) {
      stone.win_rate = expected_score(stone.proof);
    } else if (pairs > 0) {
      stone.error = std::sqrt(sum / pairs * stone.win_rate * (1 - stone.win_rate) / kLooks);
    }
  }
}

}  // namespace

SolveLimits proof_limits(const Record& record) {
  constexpr int kSolvedCells = 64;
  const Game& game = record.game();
  if (game.board().cell_count() > kSolvedCells) return {};
  return {.seconds = static_cast<double>(game.legal_cells(record.position()).size())};
}

std::vector<JudgedStone> map_openings(
    const Record& record, OpeningMapOptions options, std::stop_token stop,
    const std::function<void(std::size_t done, std::size_t all)>& report) {
  const Game& game = record.game();
  const std::map<Cell, Cell> least = find_least(game, record.position());
  std::map<Cell, JudgedStone> stones;
  for (const auto& [cell, first] : least) {
    if (cell == first) stones[cell] = {.cell = cell};
  }
  if (options.settings.known_proofs) mark_known(record, options, stones);
  const bool is_open = std::any_of(stones.begin(), stones.end(), [](const auto& entry) {
    return entry.second.proof == Proof::unknown;
  });
  if (is_open && (options.solve.nodes > 0 || options.solve.seconds > 0)) {
    prove(record, options, stop, stones);
  }

  // The other look: by a symmetry that leaves the colours alone, if there is one.
  std::vector<Symmetry> symmetries = game.symmetries();
  const auto turn =
      std::find_if(symmetries.begin() + 1, symmetries.end(),
                   [](const Symmetry& symmetry) { return !symmetry.exchanges_colours; });
  MapSearches searches;
  LinkedStopSource ending(stop);
  std::map<Cell, std::array<std::shared_ptr<Look>, kLooks>> looks;
  std::size_t wanted = 0;
  {
    options.pool.reuses_trees = false;
    SearchPool pool(options.pool);
    const std::stop_callback end(ending.token(), [&] { pool.cancel_stopped(); });
    for (auto& [cell, stone] : stones) {
      if (stone.proof != Proof::unknown) continue;
      Record after = record;
      after.play(Move(cell));
      const Result result = after.position().result;
      if (result != Result::ongoing) {
        stone.proof = proof_for(record.position().to_move, result);
        continue;
      }
      for (std::size_t look = 0; look < kLooks; ++look) {
        auto query = std::make_shared<SearchQuery>(SearchQuery{
            .record = look == 1 && turn != symmetries.end() ? image_of(*turn, after) : after,
            .settings = options.settings,
            .limits = options.limits});
        query->settings.seed += static_cast<std::int64_t>(look);
        query->settings.root_views = 1;  // looks from two sides make the error
        looks[cell][look] = std::make_shared<Look>(searches, ending);
        const int turns = static_cast<int>(query->record.turns().size());
        ++wanted;
        pool.add({.query = std::move(query),
                  .turn = turns,
                  .stop = ending.token(),
                  .listener = looks[cell][look]});
      }
    }
    for (std::size_t reported = 0; reported < wanted;) {
      pool.work_for(kWorkedBetweenReports);
      std::unique_lock lock(searches.mutex);
      if (options.pool.threads > 0) {
        searches.ended.wait(lock, [&] { return searches.done > reported; });
      } else if (searches.done == reported) {
        continue;
      }
      reported = searches.done;
      if (report) report(reported, wanted);
    }
  }
  if (searches.failure) std::rethrow_exception(searches.failure);
  std::erase_if(looks, [&](const auto& entry) {
    const bool is_searched = entry.second[0]->visits > 0 && entry.second[1]->visits > 0;
    if (!is_searched) stones.erase(entry.first);
    return !is_searched;
  });
  conclude(stones, looks);

  std::vector<JudgedStone> all;
  for (const auto& [cell, first] : least) {
    const auto found = stones.find(first);
    if (found == stones.end()) continue;
    all.push_back(found->second);
    all.back().cell = cell;
    all.back().is_symmetrical = cell != first;
  }
  return all;
}

}  // namespace isthmus
