#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocols/http/server.hpp"
#include "tests/protocols/http/http_client.hpp"
#include "tests/support/even_evaluator.hpp"

// A query whose search does not end by itself.
inline const std::string kEndless = R"({"size": 9, "maxVisits": 1000000000, "overrideSettings": )"
                                    R"({"memory": 8}})";

// Answers, one a line.
inline std::vector<nlohmann::json> lines(const std::string& body) {
  std::vector<nlohmann::json> result;
  std::istringstream in(body);
  for (std::string line; std::getline(in, line);) result.push_back(nlohmann::json::parse(line));
  return result;
}

// What evaluations of a served engine do.
struct EvaluationSwitch {
  std::atomic<bool> is_held{false};  // they wait
  std::atomic<bool> fails{false};
  std::atomic<int> calls{0};
};

class SwitchedEvaluator : public isthmus::EvenEvaluator {
 public:
  SwitchedEvaluator(const isthmus::Game& game, EvaluationSwitch& control)
      : EvenEvaluator(game), control_(control) {}

  void evaluate(std::span<const isthmus::EvaluationRequest> requests,
                std::span<isthmus::Evaluation> evaluations) const override {
    ++control_.calls;
    while (control_.is_held) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (control_.fails) throw std::runtime_error("the device is gone");
    EvenEvaluator::evaluate(requests, evaluations);
  }

 private:
  EvaluationSwitch& control_;
};

// Of a server that waits for no client.
inline isthmus::ServeOptions quick() {
  isthmus::ServeOptions options;
  options.reading = options.idle = options.writing = isthmus::Seconds(1);
  return options;
}

// A server on a port that the kernel picks, which runs while it lives.
class Served {
 public:
  struct Limits {
    int threads = 1;
    int searches = 8;
    std::size_t max_waiting = 1000;
    std::size_t max_waiting_in_all = 8000;
    isthmus::QueryCaps caps = {.visits = 1'000'000'000, .seconds = 1e6};
  };

  explicit Served(isthmus::ServeOptions options = {}) : Served(std::move(options), Limits()) {}
  Served(isthmus::ServeOptions options, const Limits& limits)
      : server_(on_any_port(std::move(options)), service_options(limits)), thread_([this] {
          try {
            server_.run();
          } catch (...) {
            failure_ = std::current_exception();
          }
        }) {}
  ~Served() {
    control_.is_held = false;
    end();
  }

  std::uint16_t port() const { return server_.port(); }
  // That in which it runs.
  std::thread::native_handle_type thread() { return thread_.native_handle(); }
  EvaluationSwitch& control() { return control_; }
  void stop() { server_.stop(); }
  // Waits until it has ended, and returns what it threw.
  std::exception_ptr wait() {
    if (thread_.joinable()) thread_.join();
    return failure_;
  }
  std::exception_ptr end() {
    stop();
    return wait();
  }

  HttpResponse get(const std::string& path, const std::string& fields = "") const {
    HttpClient client(port());
    client.get(path, fields);
    return client.read().value_or(HttpResponse{});
  }
  HttpResponse post(const std::string& path, const std::string& body,
                    const std::string& fields = "") const {
    HttpClient client(port());
    client.post(path, body, fields);
    return client.read().value_or(HttpResponse{});
  }
  void wait_for_evaluation(int calls = 1) const {
    while (control_.calls < calls) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  // A value out of /metrics; -1 where there is none of this name.
  double metric(const std::string& name) const {
    const std::string text = "\n" + get("/metrics").body;
    const std::size_t found = text.find("\n" + name + " ");
    return found == text.npos ? -1 : std::atof(text.c_str() + found + name.size() + 2);
  }
  // Waits until a metric has a value; whether it came to that, in two minutes: under
  // ThreadSanitizer on a busy machine all takes long.
  bool comes_to(const std::string& name, double value) const {
    for (int i = 0; i < 24'000; ++i) {
      if (metric(name) == value) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
  // Waits until no client can connect any more; whether it came to that.
  bool comes_to_listen_no_more() const {
    try {
      for (int i = 0; i < 24'000; ++i) {
        HttpClient late(port());
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    } catch (const std::exception&) {
      return true;
    }
    return false;
  }

 private:
  static isthmus::ServeOptions on_any_port(isthmus::ServeOptions options) {
    options.port = 0;
    return options;
  }
  isthmus::AnalysisService::Options service_options(const Limits& limits) {
    isthmus::AnalysisService::Options options;
    options.pool.make_evaluator = [this](const isthmus::Game& game,
                                         const isthmus::EvaluatorSettings&) {
      return std::make_unique<SwitchedEvaluator>(game, control_);
    };
    options.pool.threads = limits.threads;
    options.pool.searches = limits.searches;
    options.settings.memory = 64;
    options.max_waiting = limits.max_waiting;
    options.max_waiting_in_all = limits.max_waiting_in_all;
    options.caps = limits.caps;
    return options;
  }

  EvaluationSwitch control_;
  isthmus::Server server_;
  std::exception_ptr failure_;
  std::thread thread_;
};
