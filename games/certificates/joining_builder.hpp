#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "engine/theory/theory.hpp"
#include "games/certificates/certificate_builder.hpp"
#include "games/certificates/filled_place.hpp"

namespace isthmus {

// Makes certificates of Hex and Y: by connections where a search finds some that join the winner's
// edges, and else by his answers.
class JoiningBuilder : public CertificateBuilder {
 public:
  // By what is certain on the board, of which it asks for captured cells, and a search for
  // connections: the more that keeps, the more often it is seen how one comes of others.
  JoiningBuilder(CertificateWork& work, const Solver::Ask& ask,
                 std::unique_ptr<const Theory> theory,
                 std::unique_ptr<VirtualConnections> connections);

  std::size_t prove(const Position& position) override;

 private:
  // The winner's move after one of the opponent.
  struct Answer {
    Cell taken;
    Cell move;
    Position next;
    CellSet relied_on;  // empty cells that suffice him then, as the solver says
    std::size_t since;  // no earlier fact is an answer to this move
  };

  std::size_t prove(const Position& position, const CellSet& relied_on);
  FilledPlace fill(const Position& alone);
  std::size_t prove_filled(const FilledPlace& filled, Colour to_move);
  std::size_t prove_by_answers(const Position& position, const Place& place,
                               std::vector<ConnectionFact::Threat> threats, std::size_t since);
  Answer answer_to(const Position& position, Cell taken, std::size_t since);
  std::size_t next_of(const std::vector<Answer>& answers);
  ConnectionFact::Threat prove_answer(const Answer& answer);

  std::optional<std::size_t> known_fact(const Place& place, std::size_t since = 0);
  std::optional<ConnectionFact::Threat> known_threat(const Place& place, Cell taken,
                                                     std::size_t since = 0);

  std::unique_ptr<const Theory> theory_;
  std::unique_ptr<VirtualConnections> connections_;
};

}  // namespace isthmus
