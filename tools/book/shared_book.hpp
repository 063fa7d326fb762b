#pragma once

#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/theory/proof.hpp"
#include "tools/book/book.hpp"

namespace isthmus::book {

// A book that threads look things up in while other programs may add to it. A search goes on where
// it cannot be read: what is asked then is not known. May be used from several threads.
class SharedBook {
 public:
  // `warn` is called once, by any of the threads, if the file turns out to be of no use any more:
  // from then on nothing is known. Throws BadInput as Book does.
  SharedBook(std::filesystem::path path, std::function<void(const std::string&)> warn);

  // As in recheck.hpp.
  std::string unchecked_text();
  // As Book has it; none in positions of other games than the book's.
  std::vector<BookMove> moves(const Game& game, const Position& position);
  // As in solutions.hpp; likewise, and none in games that keep no proofs.
  std::vector<ProvenMove> known_proofs(const Game& game, const Position& position);

 private:
  template <class Answer>
  std::vector<Answer> ask(const Game& game,
                          const std::function<std::vector<Answer>(Book&)>& question);

  const std::filesystem::path path_;
  const std::function<void(const std::string&)> warn_;
  std::mutex mutex_;
  std::optional<Book> book_;  // none after another program has held it for too long
  bool is_lost_ = false;
};

}  // namespace isthmus::book
