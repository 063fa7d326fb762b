#include "tools/solve/job_json.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace isthmus::solve {

namespace {

using json = nlohmann::ordered_json;

// As many words as it takes.
json words_of(const CellSet& cells) {
  std::vector<std::uint64_t> words(cells.words().begin(), cells.words().end());
  while (!words.empty() && words.back() == 0) words.pop_back();
  return words;
}

CellSet read_cells(const json& words, const CellSet& board) {
  std::array<std::uint64_t, kMaxCells / 64> all{};
  for (std::size_t i = 0; i < words.size(); ++i) all.at(i) = words[i].get<std::uint64_t>();
  const CellSet cells = CellSet::of_words(all);
  if (!(cells - board).empty()) throw std::invalid_argument("cells off the board");
  return cells;
}

Move read_move(const json& code, const CellSet& board) {
  const auto cell = code.get<std::uint64_t>();
  if (cell >= kMaxCells || !board.contains(static_cast<Cell>(cell))) {
    throw std::invalid_argument("a move off the board");
  }
  return Move(static_cast<Cell>(cell));
}

json codes_of(const std::vector<Move>& moves) {
  json codes = json::array();
  for (const Move move : moves) codes.push_back(move.code());
  return codes;
}

std::vector<Move> read_moves(const json& codes, const CellSet& board) {
  std::vector<Move> moves;
  for (const json& code : codes) moves.push_back(read_move(code, board));
  return moves;
}

}  // namespace

json to_json(const ProofJob& job) {
  const Position& first = job.first;
  return {{"id", job.id},
          {"nodes", job.nodes},
          {"black", words_of(first.stones[0])},
          {"white", words_of(first.stones[1])},
          {"whiteMoves", first.to_move == Colour::white},
          {"movesPlayed", first.moves_played},
          {"history", first.history.keys()},
          {"moves", codes_of(job.moves)}};
}

ProofJob read_job(const json& json, const CellSet& board) {
  ProofJob job;
  job.id = json.at("id");
  job.nodes = json.at("nodes");
  job.first.stones = {read_cells(json.at("black"), board), read_cells(json.at("white"), board)};
  job.first.to_move = json.at("whiteMoves").get<bool>() ? Colour::white : Colour::black;
  job.first.moves_played = json.at("movesPlayed");
  for (const auto& key : json.at("history")) job.first.history.add(key);
  job.moves = read_moves(json.at("moves"), board);
  return job;
}

json to_json(const ProofJobResult& result) {
  const Solution& solution = result.solution;
  json moves = json::array();
  for (const OpenMove& open : result.expansion.moves) {
    moves.push_back({open.move.code(), open.to_win, open.to_lose});
  }
  return {{"proof", solution.proof},
          {"nodes", solution.nodes},
          {"line", codes_of(solution.line)},
          {"carrier", words_of(solution.carrier)},
          {"open",
           {{"moves", moves},
            {"ordered", result.expansion.is_ordered},
            {"carrier", words_of(result.expansion.carrier)}}}};
}

ProofJobResult read_result(const json& json, const CellSet& board) {
  ProofJobResult result;
  const auto proof = json.at("proof").get<unsigned>();
  if (proof > static_cast<unsigned>(Proof::draw)) throw std::invalid_argument("no proof");
  result.solution.proof = static_cast<Proof>(proof);
  result.solution.nodes = json.at("nodes");
  result.solution.line = read_moves(json.at("line"), board);
  result.solution.carrier = read_cells(json.at("carrier"), board);
  const auto& open = json.at("open");
  for (const auto& move : open.at("moves")) {
    result.expansion.moves.push_back({read_move(move.at(0), board), move.at(1), move.at(2)});
  }
  result.expansion.is_ordered = open.at("ordered");
  result.expansion.carrier = read_cells(open.at("carrier"), board);
  return result;
}

}  // namespace isthmus::solve
