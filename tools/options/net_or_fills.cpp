#include "tools/options/net_or_fills.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

namespace isthmus {

namespace {

class NetOrFills {
 public:
  NetOrFills(std::string game_of_net, EvaluatorFactory net, EvaluatorFactory fills, Notice notice,
             std::function<double()> seconds)
      : game_of_net_(std::move(game_of_net)),
        net_(std::move(net)),
        fills_(std::move(fills)),
        notice_(std::move(notice)),
        seconds_(std::move(seconds)) {}

  std::unique_ptr<Evaluator> make(const Game& game, const Settings& settings) {
    const std::scoped_lock lock(mutex_);
    if (game.name() != game_of_net_) {
      tell("playing " + game.name() + " by fills: the net is one for " + game_of_net_);
      return fills_(game, settings);
    }
    std::unique_ptr<Evaluator> by_net = net_(game, settings);
    const double taken = seconds_a_position(game, *by_net);
    if (taken <= kMostSecondsByNet) return by_net;
    const std::string board =
        std::to_string(game.board().columns()) + "x" + std::to_string(game.board().rows());
    tell("playing " + game.name() + " " + board + " by fills: here the net takes " +
         rounded(taken) + " s to judge a position; --evaluator net has it play all the same");
    return fills_(game, settings);
  }

 private:
  // What it took when the first evaluator for this board was made.
  double seconds_a_position(const Game& game, const Evaluator& evaluator) {
    const std::pair board(game.board().rows(), game.board().columns());
    if (const auto known = taken_.find(board); known != taken_.end()) return known->second;
    Position position = game.start();
    double taken = seconds_for(evaluator, position);
    if (taken > kMostSecondsByNet) {
      // Memory or a device may have had to be made ready first. Another position, as what was said
      // of the first may be remembered.
      position.to_move = opponent(position.to_move);
      taken = std::min(taken, seconds_for(evaluator, position));
    }
    return taken_[board] = taken;
  }

  double seconds_for(const Evaluator& evaluator, const Position& position) const {
    const EvaluationRequest request{&position, 0};
    Evaluation evaluation;
    const double begin = seconds_();
    evaluator.evaluate({&request, 1}, {&evaluation, 1});
    return seconds_() - begin;
  }

  static std::string rounded(double seconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", seconds);
    return text;
  }

  void tell(const std::string& message) {
    if (told_.insert(message).second) notice_(message);
  }

  std::string game_of_net_;
  EvaluatorFactory net_;
  EvaluatorFactory fills_;
  Notice notice_;
  std::function<double()> seconds_;
  std::mutex mutex_;
  std::map<std::pair<int, int>, double> taken_;  // by rows and columns
  std::set<std::string> told_;
};

}  // namespace

EvaluatorFactory net_or_fills(std::string game_of_net, EvaluatorFactory net, EvaluatorFactory fills,
                              Notice notice, std::function<double()> seconds) {
  const auto either =
      std::make_shared<NetOrFills>(std::move(game_of_net), std::move(net), std::move(fills),
                                   std::move(notice), std::move(seconds));
  return
      [either](const Game& game, const Settings& settings) { return either->make(game, settings); };
}

}  // namespace isthmus
