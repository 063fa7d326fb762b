#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/search/search.hpp"
#include "games/list.hpp"
#include "gpu/device/busy_meter.hpp"
#include "gpu/net/gpu_net.hpp"
#include "protocols/json/analysis_service.hpp"
#include "tools/bench/baselines_rows.hpp"
#include "tools/evaluators/evaluators.hpp"
#include "tools/selfplay/selfplay.hpp"

namespace isthmus {

namespace {

constexpr int kBoardSide = 11;
constexpr int kHostThreads = 16;  // of self-play by trees on the host, and of the largest search

// What a workload came to.
struct Measured {
  double positions_per_second;
  double busy;
};

// A folder that is gone with this.
class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("isthmus-bench-" + std::to_string(std::random_device()()))) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code none;
    std::filesystem::remove_all(path_, none);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::shared_ptr<const Net> small_net() {
  return std::make_shared<const Net>(
      random_net(std::string(kDefaultGame), 6, 64, 1, {.has_ring = false}));
}

// On the GPU alone: where that fails, so does the row.
EvaluatorFactory on_gpu(const Net& net, NetPrecision precision) {
  return net_evaluators(net,
                        std::make_shared<GpuNet>(net, std::vector<int>{kBenchDevice}, precision));
}

// Self-play of 64 visits a move. Some games begin with many stones, so that there are always some
// that end; what is measured begins when that is so.
Measured play(bool has_trees_on_gpu) {
  constexpr double kEvery = 5;  // seconds to warm up, and then to measure
  const TemporaryFolder folder;
  const std::shared_ptr<const Net> net = small_net();
  selfplay::SelfplayJob job;
  job.sizes = {{{kBoardSide, kBoardSide}, 1}};
  job.player = {on_gpu(*net, NetPrecision::fp8), 0, net};
  job.search_settings.cache = 0;
  job.settings.parallel = has_trees_on_gpu ? 8192 : 2048;
  job.settings.workers = kHostThreads;
  job.settings.visits = job.settings.cheap_visits = 64;
  job.settings.full_share = 1;
  job.settings.setup_share = 0.5;
  job.settings.report_every = kEvery;
  if (has_trees_on_gpu) job.tree_devices = {kBenchDevice};
  job.tree_precision = NetPrecision::fp8;
  job.folder = folder.path();
  job.unfinished = folder.path() / "unfinished.shard";
  // As that the trees are on the host after all.
  job.note = [](const std::string& message) { throw std::runtime_error(message); };
  selfplay::CountedNumbers numbers(selfplay::games_by_size(job.sizes, 0), 0);
  std::stop_source stop;
  std::optional<BusyMeter> meter;
  double evaluations = 0, seconds = 0;
  Measured measured{};
  selfplay::run_selfplay(job, numbers, stop.get_token(), [&](const nlohmann::ordered_json& totals) {
    const auto number = [&](const char* name) { return totals.at(name).get<double>(); };
    if (stop.stop_requested()) return;
    if (!meter) {
      evaluations = number("evaluations");
      seconds = number("seconds");
      meter.emplace(std::vector<int>{kBenchDevice});
      return;
    }
    measured = {(number("evaluations") - evaluations) / (number("seconds") - seconds),
                meter->read().share()};
    stop.request_stop();
  });
  return measured;
}

// A search of the empty board.
Measured search(int threads) {
  const std::shared_ptr<const Game> game =
      make_game(kDefaultGame, kBoardSide, kBoardSide, SwapRule::none);
  Settings settings;
  settings.threads = threads;
  settings.memory = 4096;
  settings.reuse_tree = false;
  const auto evaluator = on_gpu(*small_net(), NetPrecision::bits16)(*game, settings);
  Search search(*game, *evaluator, settings);
  search.set_root(Record(game));
  search.run({.seconds = 0.5});
  search.set_root(Record(game));
  BusyMeter meter({kBenchDevice});
  const SearchReport report = search.run({.seconds = 2});
  return {static_cast<double>(report.evaluations) / report.seconds, meter.read().share()};
}

// Queries that are searched at once by the threads of a service, each of a first stone of its own.
Measured serve(int queries, int threads) {
  using Clock = std::chrono::steady_clock;
  using std::chrono::seconds;
  AnalysisService::Options options;
  options.pool.make_evaluator = on_gpu(*small_net(), NetPrecision::bits16);
  options.pool.threads = threads;
  options.pool.searches = queries / threads;
  options.pool.tree_megabytes = 4096;
  AnalysisService service(std::move(options));
  const auto client = std::make_shared<AnalysisClient>([](const std::string&) {});
  for (int i = 0; i < queries; ++i) {
    const std::string cell =
        static_cast<char>('a' + i % kBoardSide) + std::to_string(2 + i / kBoardSide);
    nlohmann::json query{{"id", std::to_string(i)}, {"size", kBoardSide}, {"maxTime", 3600}};
    query["moves"].push_back(nlohmann::json::array({"B", cell}));
    service.submit(client, query.dump());
  }
  std::this_thread::sleep_for(seconds(1));
  BusyMeter meter({kBenchDevice});
  const auto start = Clock::now();
  const std::int64_t evaluations = service.evaluations();
  std::this_thread::sleep_for(seconds(2));
  const auto done = static_cast<double>(service.evaluations() - evaluations);
  const std::chrono::duration<double> time = Clock::now() - start;
  const BusyTime busy = meter.read();
  service.terminate(client);
  client->wait();
  return {done / time.count(), busy.share()};
}

std::string threads_name(int threads) {
  return threads == 1 ? "1 thread" : std::to_string(threads) + " threads";
}

// The rate of the net alone, if it was measured.
std::optional<Rate> net_alone(const BenchTable& table, const std::string& full_name) {
  for (const BenchRow& row : table.rows()) {
    if (row.full_name() == full_name && row.ours) {
      return Rate{"net alone", row.ours->per_second};
    }
  }
  return std::nullopt;
}

}  // namespace

void add_workload_rows(SeedsSuite& suite) {
  const std::string size = size_name(kBoardSide);
  const auto add = [&](const char* net, const std::string& group, const std::string& name,
                       const std::string& ours, const std::function<Measured()>& measure) {
    BenchRow row{group, name, "positions"};
    if (!suite.table.wants(row.full_name())) return;
    const Measured measured = measure();
    row.baseline = net_alone(suite.table, net + (", " + size));
    row.ours = Rate{ours, measured.positions_per_second};
    row.busy = measured.busy;
    suite.table.add(row);
  };
  constexpr const char* kNet = "evaluations by a net of 6x64";
  constexpr const char* kFp8 = "evaluations by a net of 6x64 in fp8";
  constexpr const char* kSelfplay = "self-play of 64 visits in fp8";
  add(kFp8, kSelfplay, size + ", trees on the GPU", "1 thread", [] { return play(true); });
  add(kFp8, kSelfplay, size + ", trees on the host", threads_name(kHostThreads),
      [] { return play(false); });
  for (const int threads : {1, 4, kHostThreads}) {
    add(kNet, "search of one position", size + ", " + threads_name(threads), "search",
        [&] { return search(threads); });
  }
  for (const int threads : {1, 4}) {
    add(kNet, "service, 16 queries at once", size + ", " + threads_name(threads), "service",
        [&] { return serve(16, threads); });
  }
}

}  // namespace isthmus
