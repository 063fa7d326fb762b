// An engine for the tests of the tournament: it speaks enough GTP to play random legal moves, plays
// UCT, plain or with RAVE, or misbehaves as its argument says.
//
//   test_engine random SEED [GAME] [SWAP]   plays well-formed random games
//   test_engine uct SECONDS [GAME] [SWAP]   thinks for SECONDS a move: plain UCT, to measure with
//   test_engine rave SECONDS [GAME] [SWAP]  likewise, by UCT with RAVE
//   test_engine MODE [FILE]                 does MODE at its second genmove; FILE is for its
//                                           process ids

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/game/record.hpp"
#include "games/list.hpp"
#include "tests/support/plain_uct.hpp"
#include "tests/support/rave_uct.hpp"

namespace {

using namespace isthmus;

constexpr double kUctExploration = 0.5;
constexpr double kRaveExploration = 0.1, kRaveEquivalence = 1000;

// Makes this process, and its child if it has one, known to the test.
void write_id(const std::string& file) {
  if (!file.empty()) std::ofstream(file, std::ios::app) << ::getpid() << std::endl;
}

[[noreturn]] void sleep_forever() {
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

void answer_with(const std::string& text) { std::cout << text << "\n\n" << std::flush; }

// Starts a process that belongs to no other: its parent ends, and it leaves session and group.
void leave_daemon(const std::string& file, bool clear_environment) {
  const int child = ::fork();
  if (child == 0) {
    ::setsid();
    if (::fork() != 0) std::_Exit(0);
    for (int i = 0; i < 3; ++i) ::close(i);
    std::signal(SIGTERM, SIG_IGN);
    write_id(file);
    if (clear_environment) {
      ::execle("/bin/sleep", "sleep", "1000", nullptr, std::array<char*, 1>{nullptr}.data());
    }
    sleep_forever();
  }
  ::waitpid(child, nullptr, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

// What an engine may do to a genmove with this id; `file` is for the process ids.
using Misdeed = std::function<void(const std::string& file, const std::string& id)>;

const std::map<std::string, Misdeed> kMisdeeds{
    {"crash", [](auto&, auto&) { std::raise(SIGKILL); }},
    {"exit",
     [](auto&, auto&) {
       std::cerr << "out of memory\n";
       std::_Exit(3);
     }},
    {"close",
     [](auto&, auto&) {
       ::close(STDOUT_FILENO);
       sleep_forever();
     }},
    {"hang", [](auto&, auto&) { sleep_forever(); }},
    {"stubborn",
     [](auto&, auto&) {
       std::signal(SIGTERM, SIG_IGN);
       sleep_forever();
     }},
    // Ends itself, but leaves a child that holds its output open.
    {"orphan",
     [](auto& file, auto&) {
       if (::fork() == 0) {
         std::signal(SIGTERM, SIG_IGN);
         write_id(file);
         sleep_forever();
       }
       std::this_thread::sleep_for(std::chrono::milliseconds(20));
       std::_Exit(4);
     }},
    // Leaves a process in a session of its own, with an environment of its own, and plays on.
    {"daemon",
     [](auto& file, auto& id) {
       leave_daemon(file, true);
       answer_with("=" + id + " e5");
     }},
    // The same with the environment that it was given, so that it is known by it.
    {"fork-daemon",
     [](auto& file, auto& id) {
       leave_daemon(file, false);
       answer_with("=" + id + " e5");
     }},
    // That, and then it ends.
    {"exit-daemon",
     [](auto& file, auto&) {
       leave_daemon(file, false);
       std::_Exit(5);
     }},
    {"late",
     [](auto&, auto& id) {
       std::this_thread::sleep_for(std::chrono::milliseconds(600));
       answer_with("=" + id + " e5");
     }},
    {"illegal", [](auto&, auto& id) { answer_with("=" + id + " a1"); }},
    {"nonsense", [](auto&, auto& id) { answer_with("=" + id + " z99"); }},
    {"garbage", [](auto&, auto&) { answer_with("Segmentation \x01\xff fault?"); }},
    {"refuse", [](auto&, auto& id) { answer_with("?" + id + " no idea"); }},
    {"wrong-id", [](auto&, auto&) { answer_with("=999 b2"); }},
    {"resign", [](auto&, auto& id) { answer_with("=" + id + " Resign"); }},
    {"flood",
     [](auto&, auto& id) {
       std::cout << "=" << id << " ";
       while (std::cout << "0123456789abcdef") {
       }
     }},
    {"flood-lines",
     [](auto&, auto&) {
       while (std::cout << "\n\n\n\n") {
       }
     }},
    {"flood-errors",
     [](auto&, auto&) {
       while (std::cerr << "0123456789abcde\n") {
       }
     }},
};

}  // namespace

int main(int count, char** arguments) {
  const std::string mode = count > 1 ? arguments[1] : "random";
  const std::string second = count > 2 ? arguments[2] : "";
  const bool random_player = mode == "random";
  const bool uct_player = mode == "uct" || mode == "rave";
  std::mt19937 random(!random_player   ? std::random_device()()
                      : second.empty() ? 1U
                                       : static_cast<unsigned>(std::stoul(second)));
  const std::string game_name = count > 3 ? arguments[3] : "hex";
  const SwapRule swap = count > 4 ? find_swap_rule(arguments[4]).value() : SwapRule::none;
  if (!random_player && !uct_player) write_id(second);

  if (mode == "slow-start") sleep_forever();
  std::shared_ptr<const Game> game = make_game(game_name, 3, 3, swap);
  Record record(game);
  int genmoves = 0;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string id, command, colour, move;
    words >> id >> command;
    std::string answer;
    bool good = true;
    if (command == "boardsize") {
      int columns = 0, rows = 0;
      words >> columns;
      if (!(words >> rows)) rows = columns;
      game = make_game(game_name, rows, columns, swap);
    } else if (command == "clear_board") {
      record = Record(game);
      genmoves = 0;
    } else if (command == "list_commands") {
      answer =
          "boardsize\nclear_board\ngenmove\nlist_commands\nplay\nquit\ntime_left\n"
          "time_settings";
    } else if (command == "play") {
      words >> colour >> move;
      const auto found = game->find_move(move);
      const bool expected =
          mode != "white-begins" || colour != "black" || record.position().to_move != Colour::black;
      good = expected && found &&
             record.play(colour == "black" ? Colour::black : Colour::white, *found);
    } else if (command == "genmove") {
      if (!random_player && !uct_player && ++genmoves == 2) {
        kMisdeeds.at(mode)(second, id);
        continue;
      }
      words >> colour;
      const auto moves = game->legal_moves(record.position());
      Move chosen = random_player ? moves[random() % moves.size()] : moves[moves.size() / 2];
      if (uct_player) {
        const auto end =
            std::chrono::steady_clock::now() + std::chrono::duration<double>(std::stod(second));
        const auto go_on = [&](std::size_t) { return std::chrono::steady_clock::now() < end; };
        chosen = mode == "uct" ? test::PlainUct(*game, kUctExploration, random())
                                     .best_move(record.position(), go_on)
                               : test::RaveUct(*game, kRaveExploration, kRaveEquivalence, random())
                                     .best_move(record.position(), go_on);
      }
      record.play(colour == "black" ? Colour::black : Colour::white, chosen);
      answer = game->name(chosen);
    } else if (command == "quit" && mode != "stubborn") {
      std::cout << "=" << id << "\n\n" << std::flush;
      return 0;
    }
    std::cout << (good ? "=" : "?") << id << " " << answer << "\n\n" << std::flush;
  }
}
