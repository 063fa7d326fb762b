#pragma once

#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "protocols/json/analysis_service.hpp"

namespace isthmus {

// Queries under way for one request, and their answers so far.
class Exchange {
 public:
  // Why there are no answers: they are more than `max_bytes`, or there was no memory for one.
  enum class Failure { too_long, no_memory };
  using Done = std::function<void(std::variant<std::vector<std::string>, Failure> answers)>;

  // Searches the queries; `done` is called once in the context, unless the exchange goes before.
  // Throws QueryError where one of them is refused. The service and the context must outlive it.
  Exchange(boost::asio::io_context& context, AnalysisService& service,
           const std::vector<AnalysisQuery>& queries, std::size_t max_bytes, Done done);
  // Ends the searches; their answers are dropped.
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  // Ends the searches: they are answered with what is known by now.
  void terminate();

 private:
  struct Answers;

  AnalysisService& service_;
  std::shared_ptr<Answers> answers_;
  std::vector<std::shared_ptr<AnalysisClient>> clients_;
};

}  // namespace isthmus
