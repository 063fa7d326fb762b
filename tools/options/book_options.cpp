#include "tools/options/book_options.hpp"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <string>

#include <boost/program_options/value_semantic.hpp>

#include "tools/base/bad_input.hpp"
#include "tools/book/book.hpp"
#include "tools/book/choice.hpp"
#include "tools/options/number_option.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

// A book, as long as it can be read, and how to choose from it.
class Chooser {
 public:
  Chooser(const std::string& path, const book::ChoiceRule& rule, std::int64_t seed)
      : book_(std::in_place, path), rule_(rule), random_(static_cast<std::uint64_t>(seed)) {}

  std::optional<Move> choose(const Game& game, const Position& position) {
    if (!book_ || !book_->is_of(game)) return std::nullopt;
    try {
      return book::choose(game, position, book_->moves(position), rule_, random_);
    } catch (const BadInput& error) {
      std::fprintf(stderr, "isthmus: going on without the book: %s\n", error.what());
      book_.reset();
      return std::nullopt;
    }
  }

 private:
  std::optional<book::Book> book_;
  book::ChoiceRule rule_;
  std::mt19937_64 random_;
};

}  // namespace

void add_book(po::options_description& options) {
  options.add_options()("book", po::value<std::string>()->value_name("FILE"),
                        "play from a book of isthmus book as long as it knows the position");
  add_number(options, {"book-games",
                       "N",
                       {1, 1e12, true},
                       10,
                       "play only moves that were played in N games or more"});
  add_number(options, {"book-temperature",
                       "X",
                       {0, 100},
                       0,
                       "0: the move with the best lower bound of its result; else moves are drawn "
                       "by their games to the power of 1/X"});
}

std::function<std::optional<Move>(const Game&, const Position&)> read_book(
    const po::variables_map& values, const Settings& settings) {
  if (values.count("book") == 0) return {};
  book::ChoiceRule rule;
  rule.games = number_of<std::int64_t>(values, "book-games");
  rule.temperature = number_of(values, "book-temperature");
  const auto chooser =
      std::make_shared<Chooser>(values.at("book").as<std::string>(), rule, settings.seed);
  return [chooser](const Game& game, const Position& position) {
    return chooser->choose(game, position);
  };
}

}  // namespace isthmus
