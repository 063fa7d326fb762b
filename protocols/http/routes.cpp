#include "protocols/http/routes.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocols/json/playhex_answers.hpp"
#include "protocols/json/playhex_requests.hpp"
#include "protocols/json/playhex_solve.hpp"

namespace isthmus {

namespace {

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

Answer analysis(const RouteContext& context, const std::string& body) {
  auto request = parse_request(body, context.settings);
  if (std::holds_alternative<AnalysisAction>(request)) {
    throw QueryError("action", "actions are for /analysis/stream");
  }
  AnalysisQuery query = std::get<AnalysisQuery>(std::move(request));
  query.first_report = query.report_every = 0;  // only final answers
  return Searches{one(std::move(query)), [](const std::vector<std::string>& answers) {
                    if (!answers.empty() && std::all_of(answers.begin(), answers.end(), is_error)) {
                      return refusal(answers.front());
                    }
                    Reply reply{.type = "application/x-ndjson"};
                    for (const std::string& line : answers) reply.body += line + '\n';
                    return reply;
                  }};
}

PlayhexOptions playhex(const RouteContext& context) {
  return {context.settings, context.options.review_visits, context.options.move_time.count()};
}

constexpr auto kText = "text/plain; charset=utf-8";
constexpr auto kJson = "application/json";

// PlayHex's server answers by the bare text of a move, its workers by JSON.
Answer calculate_move(const RouteContext& context, const std::string& body) {
  return Searches{one(parse_calculate_move(body, playhex(context))), [](const auto& answers) {
                    return reply_with(answers, kText, [](const auto& lines) {
                      return calculated_move(lines.at(0));
                    });
                  }};
}

Answer move_job(AnalysisQuery query) {
  return Searches{one(std::move(query)), [](const auto& answers) {
                    return reply_with(answers, kJson, [](const auto& lines) {
                      return nlohmann::json(calculated_move(lines.at(0))).dump();
                    });
                  }};
}

Answer search_move_job(const RouteContext& context, const std::string& body) {
  return move_job(parse_calculate_move(body, playhex(context)));
}

Answer intuition_move_job(const RouteContext& context, const std::string& body) {
  return move_job(parse_intuition_move(body, playhex(context)));
}

Answer analyze_position(const RouteContext& context, const std::string& body) {
  const AnalysisQuery query = parse_analyze_position(body, playhex(context));
  return Searches{one(query), [query](const auto& answers) {
                    return reply_with(answers, kJson, [&](const auto& lines) {
                      return analyzed_position(query, lines.at(0));
                    });
                  }};
}

// What is made of the answers about moves of a game.
using GameText = std::string (*)(const PlayhexGame& game, const std::vector<std::string>& answers);

Answer game_searches(PlayhexGame parsed, GameText text) {
  const auto game = std::make_shared<const PlayhexGame>(std::move(parsed));
  return Searches{one(game->query), [game, text](const auto& answers) {
                    return reply_with(answers, kJson,
                                      [&](const auto& lines) { return text(*game, lines); });
                  }};
}

Answer analyze_game(const RouteContext& context, const std::string& body) {
  return game_searches(parse_analyze_game(body, playhex(context)), analyzed_game);
}

Answer analyze_game_job(const RouteContext& context, const std::string& body) {
  return game_searches(parse_analyze_game(body, playhex(context)), analyzed_game_for_job);
}

Answer analyze_move_job(const RouteContext& context, const std::string& body) {
  return game_searches(parse_analyze_move(body, playhex(context)), analyzed_move);
}

Answer solve_position(const RouteContext& context, const std::string& body) {
  const PlayhexSolve wanted = parse_solve_position(body, context.options.max_solve_seconds);
  return Job([wanted](const std::stop_token& stop) {
    return Reply{.body = solved_position(wanted, stop), .type = kJson};
  });
}

Answer ping(const RouteContext&, const std::string&) {
  return Reply{.body = "pong", .type = kText};
}

// PlayHex's server has workers; to PlayHex we are one of these, and ever there. What it does not
// know of, it leaves alone.
Answer status(const RouteContext& context, const std::string&) {
  const AnalysisService::Counts counts = context.service.counts();
  const nlohmann::ordered_json json{{"totalPeers", 1},
                                    {"totalPeersPrimary", 1},
                                    {"totalPeersSecondary", 0},
                                    {"peers",
                                     {{{"power", context.settings.threads},
                                       {"secondary", false},
                                       {"locked", counts.under_way > 0}}}},
                                    {"version", ISTHMUS_VERSION},
                                    {"positionsWaiting", counts.waiting},
                                    {"positionsSearched", counts.under_way},
                                    {"positionsAnswered", counts.answered}};
  return Reply{.body = json.dump() + '\n'};
}

Answer metrics(const RouteContext& context, const std::string&) {
  return Reply{.body = context.metrics.text(context.service),
               .type = "text/plain; version=0.0.4; charset=utf-8"};
}

constexpr std::array kRoutes{
    Route{"/analysis", "POST", analysis},
    Route{"/analysis/stream", "GET", nullptr},
    Route{"/calculate-move", "POST", calculate_move, true},
    Route{"/analyze-game", "POST", analyze_game, true},
    Route{"/analyze-position", "POST", analyze_position, true},
    Route{"/solve-position", "POST", solve_position, true},
    // The jobs of PlayHex's workers, by their names.
    Route{"/katahex-intuition-move", "POST", intuition_move_job, true},
    Route{"/katahex-mcts-move", "POST", search_move_job, true},
    Route{"/mohex", "POST", search_move_job, true},
    Route{"/katahex-intuition-analyze-position", "POST", analyze_position, true},
    Route{"/katahex-mcts-analyze-position", "POST", analyze_position, true},
    Route{"/katahex-intuition-analyze-game", "POST", analyze_game_job, true},
    Route{"/katahex-mcts-analyze-move", "POST", analyze_move_job, true},
    Route{"/mohex-solve-position", "POST", solve_position, true},
    Route{"/ping", "GET", ping},
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
