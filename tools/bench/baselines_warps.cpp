#include "gpu/baselines/mixing_kernels.hpp"
#include "gpu/baselines/random_kernels.hpp"
#include "tools/bench/baselines_rows.hpp"

namespace isthmus {

namespace {

void add_random_numbers(SeedsSuite& suite) {
  const auto draw = [&](RandomSource source) {
    return baseline_launches(suite.device, 4, [=](BaselineRun run) {
      run.rounds *= 4;  // words come in fours
      return run_random_words(source, run);
    });
  };
  struct Source {
    RandomSource source;
    const char* name;
  };
  for (const auto& [source, name] : {Source{RandomSource::park_miller, "Park-Miller"},
                                     Source{RandomSource::curand_xorwow, "cuRAND XORWOW"},
                                     Source{RandomSource::curand_philox, "cuRAND Philox"}}) {
    BenchRow row{"random numbers", name, "words"};
    row.limit = suite.device.logic_limit(kXorwowLogic);
    suite.table.add(row, {name, draw(source)}, {"Xorwow", draw(RandomSource::xorwow)});
  }
}

void add_mixing(SeedsSuite& suite) {
  for (std::uint32_t warps : {8u, 16u, 32u}) {
    const auto add = [&](Mixing mixing, const std::string& name) {
      suite.table.add({"mixing", "32x" + std::to_string(warps) + ", " + name, "blocks"},
                      {"shuffle between warps", baseline_launches(suite.device, 1 / (32.0 * warps),
                                                                  [=](const BaselineRun& run) {
                                                                    run_mixing(mixing, warps, run);
                                                                  })},
                      {});
    };
    add(Mixing::simple, "simple");
    add(Mixing::better, "rotated");
  }
}

}  // namespace

void add_warp_rows(SeedsSuite& suite) {
  add_random_numbers(suite);
  add_mixing(suite);
}

}  // namespace isthmus
