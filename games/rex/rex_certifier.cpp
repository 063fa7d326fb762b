#include "games/rex/rex_certifier.hpp"

#include "games/certificates/fact_certifier.hpp"
#include "games/rex/forcing_builder.hpp"

namespace isthmus {

std::unique_ptr<const Certifier> make_rex_certifier(const Game& game) {
  return make_fact_certifier(game, true, [](CertificateWork& work, const Solver::Ask& ask) {
    return std::make_unique<ForcingBuilder>(work, ask);
  });
}

}  // namespace isthmus
