#include "games/certificates/certificate_check.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/union_find.hpp"
#include "games/certificates/captured_pair.hpp"
#include "games/certificates/certificate_lines.hpp"

namespace isthmus {

namespace {

constexpr int kHeadLines = 3;
constexpr std::size_t kMaxEcho = 80;

[[noreturn]] void fail(const std::string& why) { throw CertificateError(why); }

// A word of the text for a message, which may be as long as the text.
std::string echo(std::string_view word) {
  if (word.size() <= kMaxEcho) return "'" + std::string(word) + "'";
  return "'" + std::string(word.substr(0, kMaxEcho)) + "...'";
}

Cell read_cell(const Board& board, std::string_view name) {
  const auto cell = board.find(name);
  if (!cell || board.name(*cell) != name) fail(echo(name) + " is no cell");
  return *cell;
}

void add_cell(const Board& board, std::string_view name, CellSet& cells) {
  const Cell cell = read_cell(board, name);
  if (cells.contains(cell)) fail(std::string(name) + " stands twice");
  cells.insert(cell);
}

CellSet read_cells(const Board& board, LineWords names) {
  CellSet cells;
  for (; !names.at_end(); names.next()) add_cell(board, names.word(), cells);
  return cells;
}

Colour read_colour(LineWords& words) {
  const std::string_view word = words.take("here B or W should stand");
  if (word != "B" && word != "W") fail("here B or W should stand");
  return word == "B" ? Colour::black : Colour::white;
}

Cell read_end(const Board& board, std::string_view name) {
  if (name == "first") return kEdgeEnds[0];
  if (name == "second") return kEdgeEnds[1];
  if (name == "third" && !edges_join(board)) return kEdgeEnds[2];
  return read_cell(board, name);
}

// Nothing where it is no number, or too great.
std::optional<std::size_t> read_below(std::string_view text, std::size_t below) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_padded = text.size() > 1 && text[0] == '0';
  if (error != std::errc{} || end != text.data() + text.size() || number >= below || is_padded) {
    return std::nullopt;
  }
  return number;
}

std::size_t read_number(std::string_view text, std::size_t known) {
  const auto number = read_below(text, known);
  if (!number) fail(echo(text) + " is the number of no earlier fact");
  return *number;
}

ConnectionFact read_fact(const FactRules& rules, LineWords words, std::size_t known) {
  using Rule = ConnectionFact::Rule;
  const Board& board = rules.board;
  // By answers of the winner, or to each move of the loser.
  const Rule by_moves = rules.is_forced ? Rule::each : Rule::any;
  const char* const begin = rules.is_forced
                                ? "a fact begins with 'all' or 'each' and two ends"
                                : "a fact begins with 'all', 'any' or 'fill' and two ends";
  const std::string_view rule = words.take(begin);
  const bool fills = rule == "fill" && !rules.is_forced;
  if (rule != "all" && rule != (rules.is_forced ? "each" : "any") && !fills) fail(begin);
  const Cell first = read_end(board, words.take(begin));
  ConnectionFact fact{.ends = {first, read_end(board, words.take(begin)), kNoThirdEnd}};
  if (!edges_join(board) && !words.at_end() && words.word() == "third") {
    fact.ends.back() = read_end(board, words.word());
    words.next();
  }
  fact.rule = fills ? Rule::fill : rule == "all" ? Rule::all : by_moves;
  for (; !words.at_end(); words.next()) {
    const std::string_view word = words.word();
    const std::size_t mark = word.find('#');
    const std::string_view cell = word.substr(0, mark);
    if (const std::size_t dash = word.find('-'); fills && dash != word.npos) {
      fact.pairs.push_back(
          {read_cell(board, word.substr(0, dash)), read_cell(board, word.substr(dash + 1))});
    } else if (fact.rule == by_moves) {
      if (mark == word.npos) fail("a move has a cell and a fact, as in c3#5");
      fact.threats.push_back({read_cell(board, cell), read_number(word.substr(mark + 1), known)});
    } else if (mark == word.npos) {
      add_cell(board, cell, fact.links);
    } else {
      if (mark != 0) fail(echo(word) + " should be a cell or a fact");
      fact.facts.push_back(read_number(word.substr(1), known));
    }
  }
  return fact;
}

// Which stones and edges are one chain. A stone's number is its cell, and the edges come behind.
// Where edges join nothing, a chain is of stones alone, and has edges that it is at.
class JoinedEnds {
 public:
  JoinedEnds(const Board& board, Colour colour, const CellSet& stones)
      : edges_join_(edges_join(board)), parts_(kCount) {
    const Ends edges = edges_of(board);
    stones.for_each([&](Cell cell) {
      for (Cell neighbour : board.neighbours(cell)) {
        if (stones.contains(neighbour)) join(cell, neighbour);
      }
      for (Cell edge : all_of(edges)) {
        if ((board.goals(cell) & goal_of(board, colour, edge)) != 0) join(cell, edge);
      }
    });
  }
  void join(const Ends& ends) {
    for (Cell end : all_of(ends)) join(anchor(ends), end);
  }
  bool are_joined(const Ends& ends) {
    const std::size_t chain = parts_.find(anchor(ends));
    unsigned wanted = 0;
    for (Cell end : all_of(ends)) {
      if (is_node(end)) {
        if (parts_.find(end) != chain) return false;
      } else {
        wanted |= bit(end);
      }
    }
    if (wanted == 0) return true;
    std::array<unsigned, kCount> reached{};  // by chain
    for (const auto& [cell, edge] : at_edges_) reached[parts_.find(cell)] |= bit(edge);
    const auto has_all = [&](unsigned edges) { return (edges & wanted) == wanted; };
    if (is_node(anchor(ends))) return has_all(reached[chain]);
    return std::any_of(reached.begin(), reached.end(), has_all);
  }

 private:
  static constexpr std::size_t kCount = kMaxCells + kEdgeEnds.size();

  // An end that is a stone, if there is one.
  static Cell anchor(const Ends& ends) { return *std::min_element(ends.begin(), ends.end()); }
  static unsigned bit(Cell edge) { return 1U << (edge - kEdgeEnds[0]); }
  // Whether what an end is joined to is one chain.
  bool is_node(Cell end) const { return edges_join_ || !is_edge(end); }
  void join(Cell a, Cell b) {
    if (is_node(a) && is_node(b)) {
      parts_.unite(a, b);
    } else if (is_node(a)) {
      at_edges_.push_back({a, b});
    }
  }

  bool edges_join_;
  UnionFind<kCount> parts_;
  std::vector<std::pair<Cell, Cell>> at_edges_;  // stones, and edges that join nothing
};

bool is_odd(const CellSet& cells) { return cells.size() % 2 == 1; }

void follow_all(const FactRules& rules, const NeedsOf& needs_of, ConnectionFact& fact) {
  fact.stones = fact.links;
  fact.carrier = {};
  std::vector<Ends> joined;
  for (std::size_t number : fact.facts) {
    const FactNeeds part = needs_of(number);
    if (rules.is_forced && is_odd(fact.carrier) && is_odd(part.carrier)) {
      fail("two of its facts have odd carriers");
    }
    if (!(fact.carrier & part.carrier).empty()) fail("the carriers of its facts overlap");
    fact.stones = fact.stones | part.stones;
    fact.carrier = fact.carrier | part.carrier;
    joined.push_back(part.ends);
  }
  JoinedEnds chains(rules.board, rules.colour, fact.stones);
  for (const Ends& ends : joined) chains.join(ends);
  if (!chains.are_joined(fact.ends)) fail("its facts and stones make no chain");
}

void follow_any(const NeedsOf& needs_of, ConnectionFact& fact) {
  fact.stones = fact.carrier = {};
  std::optional<CellSet> in_all;
  for (const auto& [move, number] : fact.threats) {
    const FactNeeds part = needs_of(number);
    if (part.ends != fact.ends) fail("a move's fact joins other ends");
    CellSet cells = part.carrier, stones = part.stones;
    if (cells.contains(move)) fail("a move is in the carrier of its own fact");
    cells.insert(move);
    stones.erase(move);
    fact.carrier = fact.carrier | cells;
    fact.stones = fact.stones | stones;
    in_all = in_all ? *in_all & cells : cells;
  }
  if (!in_all || !in_all->empty()) fail("there is a cell off which it has no answer");
}

void follow_each(const NeedsOf& needs_of, ConnectionFact& fact) {
  CellSet moves;
  bool has_odd = false;
  fact.stones = fact.carrier = {};
  for (const auto& [move, number] : fact.threats) {
    const FactNeeds part = needs_of(number);
    if (part.ends != fact.ends) fail("a move's fact joins other ends");
    if (part.carrier.contains(move)) fail("a move is in the carrier of its own fact");
    if (moves.contains(move)) fail("a move stands twice");
    moves.insert(move);
    CellSet stones = part.stones;
    stones.erase(move);
    fact.stones = fact.stones | stones;
    fact.carrier = fact.carrier | part.carrier;
    has_odd = has_odd || is_odd(part.carrier);
  }
  if (moves.empty() || !(fact.carrier - moves).empty()) fail("a move in the carrier is left out");
  fact.carrier = moves;
  if (has_odd && !is_odd(moves)) fail("its carrier is even, and one of its facts' is odd");
}

void follow_fill(const FactRules& rules, const NeedsOf& needs_of, ConnectionFact& fact) {
  if (fact.facts.size() != 1) fail("it is of one fact");
  const FactNeeds part = needs_of(fact.facts.front());
  if (part.ends != fact.ends) fail("its fact joins other ends");
  fact.stones = part.stones | fact.links;
  fact.carrier = part.carrier;
  for (const CellPair& pair : fact.pairs) {
    const auto& [one, other] = pair;
    if (one == other) fail("a pair has two cells");
    if (fact.carrier.contains(one) || fact.carrier.contains(other)) {
      fail("a cell of a pair is in the carrier");
    }
    if (!is_captured(rules, fact.stones, fact.carrier, pair)) fail("a pair is not captured");
    for (const Cell cell : pair) {
      fact.stones.erase(cell);
      fact.carrier.insert(cell);
    }
  }
}

}  // namespace

void follow(const FactRules& rules, const NeedsOf& needs_of, ConnectionFact& fact) {
  switch (fact.rule) {
    case ConnectionFact::Rule::all:
      follow_all(rules, needs_of, fact);
      break;
    case ConnectionFact::Rule::any:
      follow_any(needs_of, fact);
      break;
    case ConnectionFact::Rule::fill:
      follow_fill(rules, needs_of, fact);
      break;
    case ConnectionFact::Rule::each:
      follow_each(needs_of, fact);
      break;
  }
  if (!(fact.stones & fact.carrier).empty()) fail("a stone is in the carrier");
  for (Cell end : fact.ends) {
    if (end < kMaxCells && !fact.stones.contains(end)) fail("an end is none of its stones");
  }
}

namespace {

void read_facts(const FactRules& rules, CertificateLines& lines, const NeedsOf& needs_of,
                const std::function<void(ConnectionFact fact)>& add) {
  for (std::size_t known = 0; !lines.at_end(); ++known) {
    ConnectionFact fact = read_fact(rules, lines.next(), known);
    follow(rules, needs_of, fact);
    add(std::move(fact));
  }
}

[[noreturn]] void fail_in(const CertificateLines& lines, const CertificateError& error) {
  throw CertificateError("line " + std::to_string(lines.number()) + ": " + error.what());
}

}  // namespace

void read_facts(const FactRules& rules, std::string_view text, int before, const NeedsOf& needs_of,
                const std::function<void(ConnectionFact fact)>& add) {
  CertificateLines lines(text, before);
  try {
    read_facts(rules, lines, needs_of, add);
  } catch (const CertificateError& error) {
    fail_in(lines, error);
  }
}

Certificate check_certificate(std::string_view game, const Board& board, bool is_reverse,
                              std::string_view text) {
  const std::string head = certificate_head(game, {board.rows(), board.columns()});
  if (!text.starts_with(head)) {
    throw CertificateError("it is of another game or board than " + std::string(game) + " " +
                           size_text({board.rows(), board.columns()}));
  }
  CertificateLines lines(text.substr(head.size()), kHeadLines);
  try {
    Certificate certificate;
    certificate.stones[0] = read_cells(board, lines.next("black"));
    certificate.stones[1] = read_cells(board, lines.next("white"));
    const CellSet occupied = certificate.stones[0] | certificate.stones[1];
    if (!(certificate.stones[0] & certificate.stones[1]).empty()) fail("a cell has two stones");
    LineWords to_move = lines.next("to-move");
    certificate.to_move = read_colour(to_move);
    if (!to_move.at_end()) fail("behind 'to-move' one word should stand");
    LineWords winner = lines.next("winner");
    certificate.winner = read_colour(winner);
    const FactRules rules{board, is_reverse ? opponent(certificate.winner) : certificate.winner,
                          is_reverse};
    CellSet stones = certificate.stones[static_cast<std::size_t>(rules.colour)];
    CellSet empty = board.cells() - occupied;
    constexpr auto kMove = "a winner who is to move has a move, and no other";
    if (certificate.to_move == certificate.winner) {
      certificate.move = read_cell(board, winner.take(kMove));
      if (!empty.contains(*certificate.move)) fail("the winner's move is on a stone");
      if (!is_reverse) stones.insert(*certificate.move);
      empty.erase(*certificate.move);
    }
    if (!winner.at_end()) fail(kMove);
    const auto needs_of = [&](std::size_t number) {
      const ConnectionFact& fact = certificate.facts[number];
      return FactNeeds{fact.ends, fact.stones, fact.carrier};
    };
    read_facts(rules, lines, needs_of, [&](ConnectionFact fact) {
      fact.facts = {};  // what follows from these is all that is needed of them
      fact.threats = {};
      fact.pairs = {};
      certificate.facts.push_back(std::move(fact));
    });
    if (certificate.facts.empty()) fail("there is no fact");
    const ConnectionFact& last = certificate.facts.back();
    if (last.ends != edges_of(board)) fail("the last fact does not join the edges");
    if (!(last.stones - stones).empty()) fail("the last fact has stones that are not there");
    if (!(last.carrier - empty).empty()) fail("the last fact's carrier is not empty");
    if (is_reverse && is_odd(last.carrier) && !is_odd(empty)) {
      fail("the last fact's carrier is odd, and what else is empty too");
    }
    return certificate;
  } catch (const CertificateError& error) {
    fail_in(lines, error);
  }
}

}  // namespace isthmus
