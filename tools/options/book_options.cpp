#include "tools/options/book_options.hpp"

#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <utility>

#include <boost/program_options/value_semantic.hpp>

#include "tools/book/choice.hpp"
#include "tools/options/number_option.hpp"

namespace isthmus {

namespace po = boost::program_options;

void add_book(po::options_description& options) {
  options.add_options()("book", po::value<std::string>()->value_name("FILE"),
                        "a book of isthmus book, or of isthmus solve: what is proven there is "
                        "known, and gtp plays from it as long as it knows the position");
}

void add_book_choice(po::options_description& options) {
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

std::shared_ptr<book::SharedBook> read_book(const po::variables_map& values) {
  if (values.count("book") == 0) return nullptr;
  auto shared = std::make_shared<book::SharedBook>(
      values.at("book").as<std::string>(), [](const std::string& why) {
        std::fprintf(stderr, "isthmus: going on without the book: %s\n", why.c_str());
      });
  const std::string unchecked = shared->unchecked_text();
  if (!unchecked.empty()) std::fprintf(stderr, "isthmus: %s\n", unchecked.c_str());
  return shared;
}

std::function<std::optional<Move>(const Game&, const Position&)> read_book_choice(
    const po::variables_map& values, std::shared_ptr<book::SharedBook> book,
    const Settings& settings) {
  if (!book) return {};
  book::ChoiceRule rule;
  rule.games = number_of<std::int64_t>(values, "book-games");
  rule.temperature = number_of(values, "book-temperature");
  return [book = std::move(book), rule,
          random = std::mt19937_64(static_cast<std::uint64_t>(settings.seed))](
             const Game& game, const Position& position) mutable {
    return book::choose(game, position, book->moves(game, position), rule, random);
  };
}

}  // namespace isthmus
