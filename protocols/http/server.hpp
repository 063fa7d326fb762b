#pragma once

#include <cstdint>
#include <memory>

#include "protocols/http/serve_options.hpp"
#include "protocols/json/analysis_service.hpp"

namespace isthmus {

// Serves analysis over HTTP and WebSocket; protocols/http/README.md describes what may be asked.
class Server {
 public:
  // Listens from now on. Throws std::runtime_error where it cannot, or where others than this
  // machine could ask without a token.
  Server(ServeOptions options, AnalysisService::Options service);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // "http://127.0.0.1:8080"
  std::string address() const;
  std::uint16_t port() const;

  // Serves until stop() is called, and all that was under way then is answered. Throws what an
  // evaluator threw that failed.
  void run();
  // Asks it to end; may be called from any thread. It listens no more, searches under way go on for
  // the time of grace and are then ended, and their answers are sent.
  void stop();

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace isthmus
