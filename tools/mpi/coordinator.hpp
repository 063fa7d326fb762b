#pragma once

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "tools/mpi/ranks.hpp"

namespace isthmus::mpi {

using json = nlohmann::ordered_json;

// What rank 0 hands out, and how it takes the outcome. One thread calls these.
struct Work {
  std::function<json(int rank, const json& question)> answer;
  std::function<void(int rank, const json& news)> report;
  // The rank is silent or has failed: its work is for others. One that was but silent may report
  // again, also about that work.
  std::function<void(int rank)> lost;
  // Says to the user which rank is lost, and why.
  std::function<void(const std::string& text)> note;
  // Called some ten times a second; may be empty.
  std::function<void()> tick = {};
};

// Rank 0: answers the others, each a Player, until all have left or are lost. A rank is lost that
// was silent for `timeout` seconds.
void lead(Ranks& ranks, double timeout, const Work& work);

}  // namespace isthmus::mpi
