#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/board/position.hpp"
#include "engine/theory/certificate_head.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// What a certificate says that holds.
struct CertificateSummary {
  std::array<CellSet, 2> stones;  // of the position, by colour
  Colour to_move;
  Colour winner;
  std::size_t facts;  // that it is made of
};

// Makes one certificate.
class CertificateMaker {
 public:
  using WriteText = std::function<void(std::string_view)>;

  virtual ~CertificateMaker() = default;

  // To be called once. Nothing where `seconds` (0: no limit) pass or a stop is requested before it
  // is complete. Throws std::runtime_error where the solver contradicts itself, CertificateError
  // where what read_facts() was given is no good.
  virtual std::optional<std::string> make(double seconds, const std::stop_token& stop) = 0;

  // How many facts there are so far. May be called while make() runs, as may the next.
  virtual std::size_t facts() const = 0;
  // Hands out as text those that it has not handed out before: all such texts one behind the other
  // are what another maker of the same game and winner can go on from. What read_facts() was given
  // counts as handed out, and what `write` threw at does not. Nothing before there are some.
  virtual void write_more_facts(const WriteText& write) = 0;
  // Has make() go on from such a text, each fact of which it checks.
  virtual void read_facts(std::string_view text) = 0;
};

// Makes and checks certificates of the positions of one game.
class Certifier {
 public:
  virtual ~Certifier() = default;

  // Makes a proof as text of who wins an unfinished position, which check() can check. The solver,
  // one of this game, is asked for moves. This and the solver must outlive what is returned.
  virtual std::unique_ptr<CertificateMaker> maker(const Position& position,
                                                  Solver& solver) const = 0;
  // What it makes.
  std::optional<std::string> certificate(const Position& position, Solver& solver, double seconds,
                                         const std::stop_token& stop) const {
    return maker(position, solver)->make(seconds, stop);
  }
  // Checks such a text by the rules of the game alone. Throws CertificateError where it is none of
  // this game and board, or does not prove what it says.
  virtual CertificateSummary check(std::string_view text) const = 0;
};

}  // namespace isthmus
