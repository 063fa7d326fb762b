#include "games/hex/hex_certifier.hpp"

#include "games/certificates/fact_certifier.hpp"
#include "games/certificates/joining_builder.hpp"
#include "games/hex/hex_connections.hpp"
#include "games/hex/hex_theory.hpp"

namespace isthmus {

namespace {

// How each connection came about has to be found again.
constexpr ConnectionLimits kLimitsOfCertificates{.keeps_history = true};

}  // namespace

std::unique_ptr<const Certifier> make_hex_certifier(const Game& game) {
  return make_fact_certifier(game, false, [&game](CertificateWork& work, const Solver::Ask& ask) {
    return std::make_unique<JoiningBuilder>(
        work, ask, make_hex_theory(game.board()),
        make_hex_connections(game.board(), kLimitsOfCertificates));
  });
}

}  // namespace isthmus
