#include "protocols/http/routes.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocols/json/playhex.hpp"

namespace isthmus {

namespace {

using Answer = std::variant<Reply, Work>;

bool is_error(const std::string& line) { return line.starts_with("{\"error\""); }

// An answer that is an error, in the form that all errors of the server have.
Reply refusal(const std::string& line) {
  const auto json = nlohmann::json::parse(line);
  const std::string field = json["field"];
  // An error of the query names its field; any other is ours.
  return error_reply(field.empty() ? 500 : 400, json["error"], field);
}

std::vector<AnalysisQuery> one(AnalysisQuery query) {
  std::vector<AnalysisQuery> queries;
  queries.push_back(std::move(query));
  return queries;
}

// What PlayHex gets: `text` of the answers, or an error. Warnings it would not understand.
template <class Text>
Reply reply_with(std::vector<std::string> answers, const std::string& type, Text&& text) {
  std::erase_if(answers, [](const auto& line) { return line.starts_with("{\"warning\""); });
  if (!answers.empty() && is_error(answers.front())) return refusal(answers.front());
  try {
    return {.body = text(answers), .type = type};
  } catch (const std::exception& error) {
    return error_reply(503, error.what());
  }
}

Answer analysis(const Desk& desk, const std::string& body) {
  auto request = parse_request(body, desk.settings);
  if (std::holds_alternative<AnalysisAction>(request)) {
    throw QueryError("action", "actions are for /analysis/stream");
  }
  AnalysisQuery query = std::get<AnalysisQuery>(std::move(request));
  query.first_report = query.report_every = 0;  // only final answers
  return Work{one(std::move(query)), [](const std::vector<std::string>& answers) {
                if (!answers.empty() && std::all_of(answers.begin(), answers.end(), is_error)) {
                  return refusal(answers.front());
                }
                Reply reply{.type = "application/x-ndjson"};
                for (const std::string& line : answers) reply.body += line + '\n';
                return reply;
              }};
}

PlayhexOptions playhex(const Desk& desk) { return {desk.settings, desk.options.review_visits}; }

Answer calculate_move(const Desk& desk, const std::string& body) {
  return Work{one(parse_calculate_move(body, playhex(desk))),
              [](const std::vector<std::string>& answers) {
                return reply_with(answers, "text/plain; charset=utf-8",
                                  [](const auto& lines) { return calculated_move(lines.at(0)); });
              }};
}

Answer analyze_position(const Desk& desk, const std::string& body) {
  const AnalysisQuery query = parse_analyze_position(body, playhex(desk));
  return Work{one(query), [query](const std::vector<std::string>& answers) {
                return reply_with(answers, "application/json", [&](const auto& lines) {
                  return analyzed_position(query, lines.at(0));
                });
              }};
}

Answer analyze_game(const Desk& desk, const std::string& body) {
  const auto game = std::make_shared<const PlayhexGame>(parse_analyze_game(body, playhex(desk)));
  return Work{game->queries, [game](const std::vector<std::string>& answers) {
                return reply_with(answers, "application/json",
                                  [&](const auto& lines) { return analyzed_game(*game, lines); });
              }};
}

// PlayHex's server has workers; to PlayHex we are one of these, and ever there. What it does not
// know of, it leaves alone.
Answer status(const Desk& desk, const std::string&) {
  const AnalysisService::Counts counts = desk.service.counts();
  const nlohmann::ordered_json json{{"totalPeers", 1},
                                    {"totalPeersPrimary", 1},
                                    {"totalPeersSecondary", 0},
                                    {"peers",
                                     {{{"power", desk.settings.threads},
                                       {"secondary", false},
                                       {"locked", counts.under_way > 0}}}},
                                    {"version", ISTHMUS_VERSION},
                                    {"positionsWaiting", counts.waiting},
                                    {"positionsSearched", counts.under_way},
                                    {"positionsAnswered", counts.answered}};
  return Reply{.body = json.dump() + '\n'};
}

Answer metrics(const Desk& desk, const std::string&) {
  return Reply{.body = desk.metrics.text(desk.service),
               .type = "text/plain; version=0.0.4; charset=utf-8"};
}

constexpr std::array kRoutes{
    Route{"/analysis", "POST", analysis},
    Route{"/analysis/stream", "GET", nullptr},
    Route{"/calculate-move", "POST", calculate_move},
    Route{"/analyze-game", "POST", analyze_game},
    Route{"/analyze-position", "POST", analyze_position},
    Route{"/status", "GET", status},
    Route{"/metrics", "GET", metrics},
};

}  // namespace

std::span<const Route> routes() { return kRoutes; }

const Route* find_route(std::string_view path) {
  const auto route = std::find_if(kRoutes.begin(), kRoutes.end(),
                                  [&](const Route& row) { return row.path == path; });
  return route == kRoutes.end() ? nullptr : &*route;
}

}  // namespace isthmus
