#include "tests/games/hex/play_claims.hpp"

#include <vector>

#include "engine/game/carrier.hpp"
#include "engine/random/splitmix.hpp"
#include "engine/search/search.hpp"
#include "engine/settings/settings.hpp"
#include "tests/support/search_support.hpp"

namespace isthmus::test {

namespace {

Colour winner_by(Proof proof, Colour mover) {
  return proof == Proof::win ? mover : opponent(mover);
}

void check_report(ClaimCheck& check, const Game& game, const Position& position,
                  const SearchReport& report) {
  const Colour mover = position.to_move;
  if (report.proof != Proof::unknown) {
    const Colour winner = winner_by(report.proof, mover);
    check.check_winner("proven positions", position, winner);
    if (!report.carrier.empty()) {
      check.check_winner("carriers of these",
                         with_all_but(game, position, report.carrier, opponent(winner)), winner);
    }
  }
  for (const MoveReport& move : report.moves) {
    if (move.proof == Proof::unknown) continue;
    Position next = position;
    game.play(next, move.move);
    check.check_winner("proven moves", next, winner_by(move.proof, mover));
  }
}

}  // namespace

std::int64_t check_play(int games, int one_in, ClaimCheck::Counts& counts) {
  constexpr int kSide = 7;
  constexpr std::int64_t kVisits = 1000;
  ClaimCheck check(kSide, kSide, {}, ClaimCheck::kPlainNodes, 0, counts);
  std::int64_t positions = 0;
  for (int i = 0; i < games; ++i) {
    Record record = record_of("hex", kSide);
    const Game& game = record.game();
    const NoiseEvaluator evaluator(game);
    SplitMix64 random(static_cast<std::uint64_t>(65 + i));
    Settings settings;
    settings.solver_threads = i % 2;  // none: in turns
    settings.seed = i + 1;
    Search search(game, evaluator, settings);
    for (int stones = 0; record.position().result == Result::ongoing; ++stones) {
      const std::vector<Move> legal = game.legal_moves(record.position());
      Move move = legal[random() % legal.size()];
      // Half of the moves are by chance, so that who has lost does not lose for all of the game.
      if (stones >= 2) {
        search.set_root(record);
        const SearchReport report = search.run({.visits = kVisits});
        if (stones % one_in == 0) {
          check_report(check, game, record.position(), report);
          ++positions;
        }
        if (random() % 2 == 0) move = report.moves.front().move;
      }
      record.play(move);
    }
  }
  return positions;
}

}  // namespace isthmus::test
