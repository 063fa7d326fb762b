#include "tools/tournament/openings.hpp"

#include <memory>
#include <optional>
#include <random>
#include <string>

#include "tools/base/bad_input.hpp"
#include "tools/openings/balance.hpp"
#include "tools/openings/openings.hpp"
#include "tools/openings/read_openings.hpp"

namespace isthmus::tournament {

namespace {

// As many openings as the source says, of stones drawn at random.
std::vector<Opening> random_openings(const Spec& spec, Balance* balance, std::mt19937_64& random) {
  constexpr std::size_t kMaxDraws = 1000;  // for each opening that is wanted
  const auto wanted = static_cast<std::size_t>(spec.source.count);
  auto openings = draw_openings(*spec.game, random_stones(*spec.game, spec.source.stones, random),
                                wanted, kMaxDraws * wanted, balance);
  if (openings.size() < wanted) {
    throw BadInput("/openings/count is " + std::to_string(wanted) + ", but only " +
                   std::to_string(openings.size()) + " were found in " +
                   std::to_string(kMaxDraws * wanted) +
                   " draws; give fewer, more stones or a wider band");
  }
  return openings;
}

}  // namespace

void make_openings(Spec& spec, const EvaluatorFactory& make_evaluator) {
  using Kind = OpeningSource::Kind;
  if (spec.source.kind == Kind::listed) return;
  std::mt19937_64 random(spec.seed);
  const EvaluatorSettings settings;
  std::unique_ptr<Evaluator> evaluator;
  std::optional<Balance> balance;
  if (spec.source.balanced) {
    evaluator = make_evaluator(*spec.game, settings);
    balance.emplace(*spec.game, *evaluator, *spec.source.balanced, spec.seed);
  }
  if (spec.source.kind == Kind::random) {
    spec.openings = random_openings(spec, balance ? &*balance : nullptr, random);
  } else {
    spec.openings = spec.source.kind == Kind::file
                        ? read_openings(spec.source.file, spec.game, spec.source.moves)
                        : first_moves(*spec.game);
    if (spec.source.shuffle) shuffle(spec.openings, random);
    if (balance) balance->keep_balanced(spec.openings);
  }
  if (spec.openings.empty()) {
    throw BadInput("/openings leaves none; give another source or a wider band");
  }
  spec.source = {};
}

}  // namespace isthmus::tournament
