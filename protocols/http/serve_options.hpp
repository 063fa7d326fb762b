#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "protocols/json/json_text.hpp"

namespace isthmus {

using Seconds = std::chrono::duration<double>;
inline std::chrono::steady_clock::duration ticks(Seconds seconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(seconds);
}

// Where a server listens, whom it serves, and what it grants them.
struct ServeOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 8080;                      // 0: any that is free
  std::string token = {};                         // that requests must bear; empty: none
  std::vector<std::string> allowed_hosts = {};    // names in the header Host, beside its own
  std::vector<std::string> allowed_origins = {};  // of web pages, beside its own
  std::int64_t review_visits = 100;               // for each position of PlayHex's /analyze-game
  Seconds move_time{3};           // for PlayHex's /calculate-move, where nothing else limits it
  double max_solve_seconds = 60;  // for one solution

  std::size_t max_connections = 256;
  std::size_t max_body_bytes = kMaxJsonBytes;
  std::size_t max_answer_bytes = std::size_t{64} << 20;  // of one request
  std::size_t max_unread_bytes = std::size_t{8} << 20;   // that wait for one reader of a stream
  Seconds reading{10};  // that the head of a request may take, and then its body
  Seconds idle{60};     // until a request begins; without a sign of life in a stream
  Seconds writing{30};  // until a response is taken
  // After which a request is answered with what is known: before Node's fetch, by which PlayHex
  // asks, gives up after 300 s.
  Seconds answering{240};
  Seconds grace{10};  // for answers under way when the server is asked to end
};

}  // namespace isthmus
