#include "games/certificates/fact_certifier.hpp"

#include <utility>

#include "games/certificates/certificate_check.hpp"

namespace isthmus {

namespace {

class FactCertifier : public Certifier {
 public:
  FactCertifier(const Game& game, bool is_reverse, MakeBuilder make_builder)
      : game_(game), is_reverse_(is_reverse), make_builder_(std::move(make_builder)) {}

  std::unique_ptr<CertificateMaker> maker(const Position& position, Solver& solver) const override {
    return std::make_unique<CertificateWriter>(game_, is_reverse_, position, solver, make_builder_);
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

}  // namespace isthmus
