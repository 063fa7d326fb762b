#include "tools/puzzles/puzzle_maker.hpp"

#include <utility>

#include "engine/board/symmetry.hpp"
#include "protocols/review/problem_grades.hpp"
#include "tools/book/canonical_position.hpp"

namespace isthmus::puzzles {

namespace {

constexpr std::size_t kGamesAThread = 16;  // under way at the most
constexpr std::size_t kTreeMegabytes = 512;

}  // namespace

PuzzleMaker::PuzzleMaker(PuzzleOptions options, const std::stop_token& stop, TakePuzzles take)
    : options_(std::move(options)),
      take_(std::move(take)),
      ending_(stop),
      found_([this](std::vector<Puzzle> puzzles) { take_new(std::move(puzzles)); }),
      end_(threads_.token(), [this] { ending_.request_stop(); }) {
  for (int i = 0; i < options_.threads; ++i) {
    threads_.start([this](const std::stop_token& stopped) { work(stopped); });
  }
}

PuzzleMaker::~PuzzleMaker() { threads_.request_stop(); }

void PuzzleMaker::add(std::string name, Record record) {
  const auto place = found_.reserve(kGamesAThread * threads_.size() - 1, threads_.token());
  if (!place) return;
  const std::lock_guard lock(mutex_);
  tasks_.push_back({*place, std::move(name), std::move(record)});
  changed_.notify_one();
}

void PuzzleMaker::finish() {
  {
    const std::lock_guard lock(mutex_);
    has_all_ = true;
    changed_.notify_all();
  }
  threads_.join();
}

void PuzzleMaker::work(const std::stop_token& stop) {
  // Without threads: it searches on this one.
  SearchPool pool({.make_evaluator = options_.make_evaluator,
                   .threads = 0,
                   .reuses_trees = false,
                   .tree_megabytes = kTreeMegabytes});
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [&] { return has_all_ || !tasks_.empty(); })) {
    if (tasks_.empty() || stop.stop_requested()) return;
    const Task task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    std::optional<std::vector<Puzzle>> puzzles;
    if (!ending_.stop_requested()) puzzles = puzzles_of(task, pool);
    if (stop.stop_requested()) return;  // what has failed may have cut them short
    found_.fill(task.place, std::move(puzzles));
    lock.lock();
  }
}

std::vector<Puzzle> PuzzleMaker::puzzles_of(const Task& task, SearchPool& pool) const {
  const Record& record = task.record;
  const std::stop_token stop = ending();
  std::vector<Problem> problems = find_problems(record, options_.limits, stop);
  grade_problems(record, problems, pool, options_.settings, options_.visits, stop);
  const Game& game = record.game();
  const std::vector<Symmetry> symmetries = game.symmetries();
  const BoardSize size = game.size();
  const std::string board = std::string(game.name()) + ' ' + std::to_string(size.columns) + 'x' +
                            std::to_string(size.rows) + ' ';
  std::vector<Puzzle> puzzles;
  for (const Problem& problem : problems) {
    const Position& position = record.positions()[problem.turn];
    const std::string id = task.name + ", turn " + std::to_string(problem.turn + 1);
    puzzles.push_back(
        {.text = options_.as_sgf ? problem_sgf(record, problem, id)
                                 : problem_query(record, problem, id) + '\n',
         .position = board + book::CanonicalPosition(game, symmetries, position).text(),
         .grade = problem.grade});
  }
  return puzzles;
}

// Hands on those of a game that are new, as many as are still wanted.
void PuzzleMaker::take_new(std::vector<Puzzle> puzzles) {
  const auto has_enough = [&] { return options_.limit > 0 && positions_.size() == options_.limit; };
  if (has_enough()) return;
  std::erase_if(puzzles, [&](const Puzzle& puzzle) {
    return has_enough() || !positions_.insert(puzzle.position).second;
  });
  if (has_enough()) ending_.request_stop();
  take_(puzzles);
}

}  // namespace isthmus::puzzles
