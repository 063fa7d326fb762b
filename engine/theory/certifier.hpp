#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/board/position.hpp"
#include "engine/theory/certificate.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// Makes and checks certificates of the positions of one game.
class Certifier {
 public:
  virtual ~Certifier() = default;

  // A proof as text of who wins an unfinished position, which check() can check. The solver, one of
  // this game, is asked for moves. Nothing where `seconds` (0: no limit) pass or a stop is
  // requested before it is complete.
  virtual std::optional<std::string> certificate(const Position& position, Solver& solver,
                                                 double seconds,
                                                 const std::stop_token& stop) const = 0;
  // Checks such a text by the rules of the game alone. Throws CertificateError where it is none of
  // this game and board, or does not prove what it says.
  virtual CertificateSummary check(std::string_view text) const = 0;
};

}  // namespace isthmus
