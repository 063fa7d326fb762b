#include "tools/mpi/player.hpp"

#include <chrono>
#include <thread>

#include "engine/base/wait_for_stop.hpp"

namespace isthmus::mpi {

namespace {

using namespace std::chrono_literals;

void say_here(Ranks& ranks, const std::stop_token& stop) {
  try {
    while (!wait_for_stop(stop, 1s)) ranks.send(0, R"({"here": true})");
  } catch (const LostRank&) {  // who asks next will find that, too
  }
}

}  // namespace

Player::Player(Ranks& ranks, double timeout)
    : ranks_(ranks),
      timeout_(timeout),
      here_("heartbeat", [&ranks](const std::stop_token& stop) { say_here(ranks, stop); }) {}

json Player::ask(const json& question) { return exchange({{"ask", question}}); }

void Player::report(const json& news) { ranks_.send(0, json{{"report", news}}.dump()); }

void Player::run(const std::function<void()>& play) {
  try {
    play();
  } catch (const LostRank&) {
    throw;
  } catch (const std::exception& error) {
    fail(error.what());
    leave();
    throw;
  }
  leave();
}

void Player::fail(const std::string& why) {
  ranks_.send(0, json{{"failed", why}}.dump(-1, ' ', false, json::error_handler_t::replace));
}

void Player::leave() {
  for (;; std::this_thread::sleep_for(50ms)) {
    const json answer = exchange({{"leave", true}});
    if (!answer.at("leave")) continue;
    if (!answer.at("lost")) ranks_.end_together();
    return;
  }
}

json Player::exchange(const json& message) {
  const std::lock_guard lock(mutex_);
  ranks_.send(0, message.dump());
  const auto answer = ranks_.receive(timeout_);
  if (!answer) throw LostRank("rank 0 does not answer");
  return json::parse(answer->text);
}

}  // namespace isthmus::mpi
