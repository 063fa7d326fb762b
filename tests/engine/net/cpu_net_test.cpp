#include "engine/net/cpu_net.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <deque>
#include <fstream>
#include <iterator>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/net/net.hpp"
#include "games/hex/hex.hpp"
#include "tests/engine/net/reference_net.hpp"
#include "tests/support/one_thread.hpp"
#include "tests/support/random_position.hpp"

using namespace isthmus;
using test::random_position;
using test::ReferenceNet;

namespace {

// Logits of single precision, which come to 10 or so, may differ by this.
constexpr double kTolerance = 1e-4;
// Of bfloat16, with 8 bits, by this; but by less from a definition that rounds as often. (Where a
// sum comes near the middle between two of its numbers, they may still round it differently.)
constexpr double kBfloatTolerance = 0.02;
constexpr double kRoundedTolerance = 0.004;

// Of whole numbers of 16 bits, which are coarse beside what is small in a position, by this.
constexpr double kWholeTolerance = 0.02;

double tolerance_of(const std::string& set) {
  if (set == "AMX") return kBfloatTolerance;
  return set == "VNNI" || set.ends_with("_INT16") ? kWholeTolerance : kTolerance;
}

// Cuts a double's 52 bits to 7.
double bfloat(double value) {
  constexpr std::uint64_t kUnit = std::uint64_t{1} << 45U;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return std::bit_cast<double>((bits + kUnit / 2 - 1 + (bits / kUnit & 1U)) / kUnit * kUnit);
}

// Sets planes beyond those of all games at random: nets that have as many read them, others do not.
void add_features(std::span<std::uint8_t> points, SplitMix64& random) {
  for (std::uint8_t& point : points) point |= static_cast<std::uint8_t>(random() << 4U);
}

// Some positions of a game, and what a net's definition makes of them.
class Defined {
 public:
  Defined(const Net& net, int rows, int columns, ReferenceNet::Rounding round = nullptr) {
    const Hex game(rows, columns, SwapRule::none);
    SplitMix64 random(1);
    for (int parity : {0, 1}) {
      const Position start = random_position(game, parity, 1);
      const NetInput input(game, {.has_ring = net.has_ring});
      const NetView view = input.view(start.to_move);
      Batch batch{view, std::vector<std::uint8_t>(kBatch * view.points()), {}};
      const ReferenceNet reference(net, view, round);
      for (std::size_t i = 0; i < kBatch; ++i) {
        const int moves = parity + 2 * static_cast<int>(i) * rows;
        Position position = random_position(game, moves, i);
        position.to_move = start.to_move;
        const std::span points(batch.points.data() + i * view.points(), view.points());
        input.write(position, points);
        add_features(points, random);
        const std::vector<double> outputs = reference.run(points);
        REQUIRE(outputs.size() == view.outputs());
        batch.outputs.insert(batch.outputs.end(), outputs.begin(), outputs.end());
      }
      batches_.push_back(std::move(batch));
    }
  }

  // By how much a net differs from that at the most.
  double greatest_difference(const NetRunner& runner) const {
    double greatest = 0;
    for (const Batch& batch : batches_) {
      std::vector<float> outputs(batch.outputs.size(), std::numeric_limits<float>::quiet_NaN());
      runner.run(batch.view, batch.points, outputs);
      for (std::size_t i = 0; i < outputs.size(); ++i) {
        const double difference = std::abs(batch.outputs[i] - outputs[i]);
        greatest = std::max(greatest, std::isnan(difference) ? INFINITY : difference);
      }
    }
    return greatest;
  }

 private:
  static constexpr std::size_t kBatch = 3;
  struct Batch {
    NetView view;
    std::vector<std::uint8_t> points;
    std::vector<double> outputs;
  };
  std::vector<Batch> batches_;
};

double greatest_difference(const Net& net, const NetRunner& runner, int rows, int columns,
                           ReferenceNet::Rounding round = nullptr) {
  return Defined(net, rows, columns, round).greatest_difference(runner);
}

// Asked of the compiler's library and, for what that does not know, of the system.
bool processor_has(const std::string& set) {
#if defined(__x86_64__) && defined(__linux__)
  if (set == "AVX2") return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (set == "AVX3")
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  if (const auto suffix = set.find("_INT16"); suffix != set.npos) {
    return processor_has(set.substr(0, suffix));
  }
  if (set == "VNNI") return processor_has("AVX3") && __builtin_cpu_supports("avx512vnni");
  if (set == "AMX") {
    std::ifstream file("/proc/cpuinfo");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    return text.find(" amx_bf16") != text.npos && text.find(" avx512_bf16") != text.npos;
  }
#endif
  return false;
}

// Sanitized builds have code for one set alone, those for one processor for the best of these.
bool is_compiled([[maybe_unused]] const std::string& set) {
#if defined(ISTHMUS_AVX2_ALONE)
  return set.starts_with("AVX2");
#elif defined(ISTHMUS_NATIVE_ALONE)
  return !set.starts_with("AVX2") || !processor_has("AVX3");
#else
  return true;
#endif
}

}  // namespace

TEST_CASE("the instruction sets are those of the processor") {
  const std::vector<std::string> sets = CpuNet::instruction_sets();
  REQUIRE_FALSE(sets.empty());
  std::string compared;
  for (const std::string& set : sets) compared += (compared.empty() ? "" : ", ") + set;
  MESSAGE("compared with the definition here: ", compared);
  for (const std::string set : {"AMX", "VNNI", "AVX3_INT16", "AVX3", "AVX2_INT16", "AVX2"}) {
    CAPTURE(set);
    const bool is_expected = is_compiled(set) && processor_has(set);
    CHECK((std::find(sets.begin(), sets.end(), set) != sets.end()) == is_expected);
  }
}

TEST_CASE("the net is computed as it is defined, with every instruction set" * test::one_thread()) {
  for (const int channels : {32, 64, 96}) {
    for (const bool has_ring : {true, false}) {
      const Net net = random_net("hex", 3, channels, static_cast<std::uint64_t>(channels),
                                 {.has_ring = has_ring});
      const Defined square(net, 5, 5), oblong(net, 9, 4);
      for (const std::string& set : CpuNet::instruction_sets()) {
        CAPTURE(channels);
        CAPTURE(has_ring);
        CAPTURE(set);
        const CpuNet runner(net, set);
        const double tolerance = tolerance_of(set);
        CHECK(square.greatest_difference(runner) < tolerance);
        CHECK(oblong.greatest_difference(runner) < tolerance);
      }
    }
  }
}

TEST_CASE("a net reads as many planes as its file says") {
  for (int planes = Net::kCommonPlanes; planes <= Net::kMaxPlanes; ++planes) {
    const Net net = random_net("hex", 1, 32, 11, {planes, planes % 2 == 0});
    CHECK(net.input.weights.size() == static_cast<std::size_t>(32 * 9 * planes));
    const Defined defined(net, 6, 5);
    for (const std::string& set : CpuNet::instruction_sets()) {
      CAPTURE(planes);
      CAPTURE(set);
      const CpuNet runner(net, set);
      CHECK(defined.greatest_difference(runner) < tolerance_of(set));
    }
  }
}

// Where there is no AMX amx_test.cpp checks what it would be given.
TEST_CASE("the matrix unit rounds what it multiplies to bfloat16, and nothing else" *
          doctest::skip(CpuNet::instruction_sets().front() != "AMX")) {
  // Every second block is pooled.
  for (const int blocks : {1, 2}) {
    const double tolerance = blocks * kRoundedTolerance;
    for (const int channels : {32, 64, 96}) {
      CAPTURE(blocks);
      CAPTURE(channels);
      const Net net = random_net("hex", blocks, channels, static_cast<std::uint64_t>(channels),
                                 {.has_ring = blocks == 1});
      const CpuNet runner(net, "AMX");
      for (const int side : {1, 2, 3, 4, 5, 7, 9, 11, 14}) {
        CAPTURE(side);
        CHECK(greatest_difference(net, runner, side, side, bfloat) < tolerance);
      }
      CHECK(greatest_difference(net, runner, 13, 2, bfloat) < tolerance);
      CHECK(greatest_difference(net, runner, 3, 17, bfloat) < tolerance);
    }
  }
  const Net net = random_net("hex", 1, 32, 7);
  CHECK(greatest_difference(net, CpuNet(net, "AMX"), 32, 32, bfloat) < kRoundedTolerance);
}

TEST_CASE("a thread may compute nets of several kinds in turns") {
  const Net net = random_net("hex", 2, 32, 5), wide = random_net("hex", 2, 64, 6);
  const Net featured = random_net("hex", 2, 32, 7, {7});
  const NetView view{7, 6};
  std::vector<std::uint8_t> points(view.points(), net_point::kBoard);
  const auto run = [&](const CpuNet& runner) {
    std::vector<float> outputs(view.outputs());
    runner.run(view, points, outputs);
    return outputs;
  };
  std::deque<CpuNet> runners;  // they do not move
  for (const std::string& set : CpuNet::instruction_sets()) {
    runners.emplace_back(net, set);
    runners.emplace_back(wide, set);
    runners.emplace_back(featured, set);
  }
  std::vector<std::vector<float>> first;
  for (const CpuNet& runner : runners) first.push_back(run(runner));
  for (std::size_t i = 0; i < 3 * runners.size(); ++i) {
    const std::size_t next = i * 5 % runners.size();
    CHECK(run(runners[next]) == first[next]);
  }
}

TEST_CASE("boards of any size are computed one after the other" * test::one_thread()) {
  for (const bool has_ring : {true, false}) {
    CAPTURE(has_ring);
    const Net net = random_net("hex", 2, 32, 7, {.has_ring = has_ring});
    const CpuNet runner(net);
    for (const int side : {1, 2, 5, 6, 7, 8, 9, 11, 13, 14, 16, 19, 10, 3}) {
      CAPTURE(side);
      CHECK(greatest_difference(net, runner, side, side) < kTolerance);
    }
    CHECK(greatest_difference(net, runner, 32, 32) < kTolerance);
    CHECK(greatest_difference(net, runner, 13, 9) < kTolerance);
    CHECK(greatest_difference(net, runner, 2, 32) < kTolerance);
    CHECK(greatest_difference(net, runner, 32, 1) < kTolerance);
  }
}

// Tiles differ from size to size, and in how far they reach beyond a board.
TEST_CASE("instruction sets agree on boards of all sizes") {
  const Net net = random_net("hex", 2, 32, 8);
  const CpuNet single(net);
  const std::vector<std::string> sets = CpuNet::instruction_sets();
  std::deque<CpuNet> runners;  // they do not move
  for (const std::string& set : sets) runners.emplace_back(net, set);
  for (int side = 1; side <= 32; ++side) {
    for (const NetView& view : {NetView{side, side}, NetView{side, 33 - side},
                                NetView{side, side, 0}, NetView{side, 33 - side, 0}}) {
      CAPTURE(view.rows);
      CAPTURE(view.columns);
      CAPTURE(view.ring);
      std::vector<std::uint8_t> points(view.points());
      for (std::size_t i = 0; i < points.size(); ++i) points[i] = i * i % 37 % 16;
      std::vector<float> first(view.outputs()), other(view.outputs());
      single.run(view, points, first);
      for (std::size_t of = 0; of < sets.size(); ++of) {
        CAPTURE(sets[of]);
        std::fill(other.begin(), other.end(), std::numeric_limits<float>::quiet_NaN());
        runners[of].run(view, points, other);
        float greatest = 0;
        for (std::size_t i = 0; i < first.size(); ++i) {
          const float difference = std::abs(first[i] - other[i]);
          greatest = std::max(greatest, std::isnan(difference) ? INFINITY : difference);
        }
        CHECK(greatest < tolerance_of(sets[of]));
      }
    }
  }
}

TEST_CASE("a deep net stays within the tolerance" * test::one_thread()) {
  const Net net = random_net("hex", 6, 64, 1);
  CHECK(greatest_difference(net, CpuNet(net), 11, 11) < kTolerance);
}

TEST_CASE("an instruction set that there is not is refused") {
  CHECK_THROWS_AS(CpuNet(random_net("hex", 1, 32, 1), "ABACUS"), std::invalid_argument);
}
