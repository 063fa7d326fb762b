#pragma once

#include <nlohmann/json.hpp>

#include "engine/board/position.hpp"
#include "engine/solve/proof_tree.hpp"

namespace isthmus::solve {

// Jobs and their results as ranks send them to each other: moves and sets of cells by their codes.
// What is read must be of the board that it was written of. The readers throw
// nlohmann::json::exception or std::invalid_argument for what was never written.
nlohmann::ordered_json to_json(const ProofJob& job);
ProofJob read_job(const nlohmann::ordered_json& json, const CellSet& board);
nlohmann::ordered_json to_json(const ProofJobResult& result);
ProofJobResult read_result(const nlohmann::ordered_json& json, const CellSet& board);

}  // namespace isthmus::solve
