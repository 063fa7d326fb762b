#include "games/hex/hex_certifier.hpp"

#include <utility>

#include "games/hex/certificate_check.hpp"
#include "games/hex/hex_connections.hpp"
#include "games/hex/joining_builder.hpp"

namespace isthmus {

namespace {

// How each connection came about has to be found again.
constexpr ConnectionLimits kLimitsOfCertificates{.keeps_history = true};

class FactCertifier : public Certifier {
 public:
  FactCertifier(const Game& game, bool is_reverse, MakeBuilder make_builder)
      : game_(game), is_reverse_(is_reverse), make_builder_(std::move(make_builder)) {}

  std::optional<std::string> certificate(const Position& position, Solver& solver, double seconds,
                                         const std::stop_token& stop) const override {
    const auto certificate = make_builder_(solver)->build(position, {.seconds = seconds}, stop);
    if (!certificate) return std::nullopt;
    return certificate_text(game_.name(), game_.board(), *certificate);
  }
  CertificateSummary check(std::string_view text) const override {
    const Certificate certificate =
        check_certificate(game_.name(), game_.board(), is_reverse_, text);
    return {.stones = certificate.stones,
            .to_move = certificate.to_move,
            .winner = certificate.winner,
            .facts = certificate.facts.size()};
  }

 private:
  const Game& game_;
  bool is_reverse_;
  MakeBuilder make_builder_;
};

}  // namespace

std::unique_ptr<const Certifier> make_fact_certifier(const Game& game, bool is_reverse,
                                                     MakeBuilder make_builder) {
  return std::make_unique<FactCertifier>(game, is_reverse, std::move(make_builder));
}

std::unique_ptr<const Certifier> make_hex_certifier(const Game& game) {
  return make_fact_certifier(game, false, [&game](Solver& solver) {
    return std::make_unique<JoiningBuilder>(
        game, make_hex_connections(game.board(), kLimitsOfCertificates), solver);
  });
}

}  // namespace isthmus
