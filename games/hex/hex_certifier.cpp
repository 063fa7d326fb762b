#include "games/hex/hex_certifier.hpp"

#include "games/hex/certificate_builder.hpp"
#include "games/hex/certificate_check.hpp"
#include "games/hex/hex_connections.hpp"

namespace isthmus {

namespace {

// How each connection came about has to be found again.
constexpr ConnectionLimits kLimitsOfCertificates{.keeps_history = true};

class HexCertifier : public Certifier {
 public:
  explicit HexCertifier(const Game& game) : game_(game) {}

  std::optional<std::string> certificate(const Position& position, Solver& solver, double seconds,
                                         const std::stop_token& stop) const override {
    CertificateBuilder builder(game_, make_hex_connections(game_.board(), kLimitsOfCertificates),
                               solver);
    const auto certificate = builder.build(position, {.seconds = seconds}, stop);
    if (!certificate) return std::nullopt;
    return certificate_text(game_.name(), game_.board(), *certificate);
  }
  CertificateSummary check(std::string_view text) const override {
    const Certificate certificate = check_certificate(game_.name(), game_.board(), text);
    return {.stones = certificate.stones,
            .to_move = certificate.to_move,
            .winner = certificate.winner,
            .facts = certificate.facts.size()};
  }

 private:
  const Game& game_;
};

}  // namespace

std::unique_ptr<const Certifier> make_hex_certifier(const Game& game) {
  return std::make_unique<HexCertifier>(game);
}

}  // namespace isthmus
