#include "games/certificates/joining_builder.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/game/carrier.hpp"
#include "engine/random/splitmix.hpp"
#include "games/certificates/connection_proofs.hpp"

namespace isthmus {

namespace {

std::uint64_t hash_of(const Position& position) {
  std::uint64_t hash = 0;
  for (const CellSet& cells : position.stones) {
    for (const std::uint64_t word : cells.words()) hash = SplitMix64::mix(hash + word) + 1;
  }
  return hash;
}

CellSet with(CellSet cells, Cell cell) {
  cells.insert(cell);
  return cells;
}

}  // namespace

JoiningBuilder::JoiningBuilder(CertificateWork& work, const Solver::Ask& ask,
                               std::unique_ptr<const Theory> theory,
                               std::unique_ptr<VirtualConnections> connections)
    : CertificateBuilder(work, ask),
      theory_(std::move(theory)),
      connections_(std::move(connections)) {}

// A fact that joins the winner's edges, the opponent being to move.
std::size_t JoiningBuilder::prove(const Position& position) {
  if (position.result != Result::ongoing) return prove(position, {});
  const Solution solution = solve(position);
  if (solution.proof != Proof::loss) contradict();
  return prove(position, solution.carrier);
}

// Likewise; the solver says that these cells suffice.
std::size_t JoiningBuilder::prove(const Position& position, const CellSet& relied_on) {
  check_budget();
  const Place place{position.of(winner()), game().board().cells() - position.occupied()};
  if (const auto known = known_fact(place)) return *known;
  if (position.result == win_for(winner())) {
    return links().prove(edges(), place.stones, {}).value();
  }
  const FilledPlace filled =
      fill(with_all_but(game(), position, relied_on & place.empty, opponent(winner())));
  return without_pairs(facts(), filled, prove_filled(filled, position.to_move));
}

// Of a position where the opponent has all cells that the winner does not rely on.
FilledPlace JoiningBuilder::fill(const Position& alone) {
  if (alone.result != Result::ongoing) contradict();
  const InferiorCells inferior = theory_->fill_in(alone);
  return fill_in_pairs(facts().rules(), alone.of(winner()),
                       game().board().cells() - alone.occupied(),
                       inferior.dead | inferior.captured[static_cast<std::size_t>(winner())]);
}

std::size_t JoiningBuilder::prove_filled(const FilledPlace& filled, Colour to_move) {
  const Place place{filled.stones, filled.empty};
  const std::size_t since = facts().size();
  if (const auto known = known_fact(place)) return *known;
  std::array<CellSet, 2> stones;
  stones[static_cast<std::size_t>(winner())] = place.stones;
  stones[static_cast<std::size_t>(opponent(winner()))] =
      game().board().cells() - place.stones - place.empty;
  const Position position = game().setup(stones[0], stones[1], to_move);
  if (position.result == win_for(winner())) {
    return links().prove(edges(), place.stones, {}).value();
  }
  if (position.result != Result::ongoing) contradict();
  connections_->find(position, winner());
  ConnectionProofs proofs(game().board(), place.stones, *connections_, links());
  if (const auto joined = proofs.join_edges()) return *joined;
  return prove_by_answers(position, place, proofs.edge_threats(), since);
}

std::optional<std::size_t> JoiningBuilder::known_fact(const Place& place, std::size_t since) {
  return facts().find(edges(), place.stones, place.empty, 0, since);
}

// An answer, after the opponent has taken a cell, to which a fact is known.
std::optional<ConnectionFact::Threat> JoiningBuilder::known_threat(const Place& place, Cell taken,
                                                                   std::size_t since) {
  CellSet empty = place.empty;
  empty.erase(taken);
  return facts().find_threat(edges(), place.stones, empty, since);
}

// By answers, more of them until no cell is needed by all. `open` has the cells that all so far
// need: the opponent may take one, and the next answer is to that. The first answers are those of
// connections, then come known ones, and the solver's. No fact before `since` joins the edges here.
std::size_t JoiningBuilder::prove_by_answers(const Position& position, const Place& place,
                                             std::vector<ConnectionFact::Threat> threats,
                                             std::size_t since) {
  CellSet open = place.empty;
  const auto add = [&](const ConnectionFact::Threat& threat) {
    threats.push_back(threat);
    open = open & facts().cells_of(threat);
  };
  for (const ConnectionFact::Threat& threat : threats) open = open & facts().cells_of(threat);
  std::vector<Answer> answers;
  while (!open.empty()) {
    const std::size_t seen = since;
    since = facts().size();
    if (const auto known = known_fact(place, seen)) return *known;
    // What is left of the open cells if answers need all that the solver relies on.
    CellSet left = open;
    std::erase_if(answers, [&](const Answer& answer) {
      const CellSet before = left;
      left = left & with(answer.relied_on, answer.move);
      return left == before;
    });
    while (!left.empty()) {
      const Cell taken = left.first();
      const std::size_t before = facts().size();
      if (const auto known = known_threat(place, taken)) {
        add(*known);
        left = left & facts().cells_of(*known);
      } else {
        answers.push_back(answer_to(position, taken, before));
        left = left & with(answers.back().relied_on, answers.back().move);
      }
    }
    if (open.empty()) break;
    const std::size_t i = next_of(answers);
    const auto known = known_threat(place, answers[i].taken, answers[i].since);
    add(known ? *known : prove_answer(answers[i]));
    answers.erase(answers.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return facts().add(
      {.ends = edges(), .rule = ConnectionFact::Rule::any, .threats = std::move(threats)});
}

// The solver's.
JoiningBuilder::Answer JoiningBuilder::answer_to(const Position& position, Cell taken,
                                                 std::size_t since) {
  Answer next{.taken = taken, .move = {}, .next = position, .relied_on = {}, .since = since};
  game().play(next.next, Move(taken));
  if (next.next.result != Result::ongoing) contradict();
  const Solution solution = answer(next.next);
  next.move = solution.line.front().cell();
  next.relied_on = solution.carrier - next.next.occupied();
  return next;
}

// The first that no other thread is at, if there is one.
std::size_t JoiningBuilder::next_of(const std::vector<Answer>& answers) {
  const std::lock_guard guard(work().mutex);
  if (work().busy.empty()) return 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (!work().busy.contains(hash_of(answers[i].next))) return i;
  }
  return 0;
}

ConnectionFact::Threat JoiningBuilder::prove_answer(const Answer& answer) {
  std::multiset<std::uint64_t>& busy = work().busy;
  std::multiset<std::uint64_t>::iterator place;
  {
    const std::lock_guard guard(work().mutex);
    place = busy.insert(hash_of(answer.next));
  }
  struct Leave {
    CertificateWork& work;
    std::multiset<std::uint64_t>::iterator place;
    ~Leave() {
      const std::lock_guard guard(work.mutex);
      work.busy.erase(place);
    }
  } const leave{work(), place};
  return {answer.move, prove(answer.next, answer.relied_on)};
}

}  // namespace isthmus
