#include "tools/solve/checkpoint.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <boost/crc.hpp>
#include <nlohmann/json.hpp>

#include "engine/base/crc32.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/output_file.hpp"

namespace isthmus::solve {

namespace {

using nlohmann::ordered_json;

constexpr std::string_view kHeading = "isthmus-proofs 3\n";
constexpr std::size_t kMaxHeader = 4096;  // bytes
constexpr std::size_t kWordBytes = 8;

// Words of the file, the least byte first.
template <class Word>
void append(std::string& bytes, Word word) {
  for (unsigned i = 0; i < sizeof(Word); ++i) bytes += static_cast<char>(word >> (8 * i) & 0xff);
}

template <class Word>
Word word_at(const char* bytes) {
  Word word = 0;
  for (unsigned i = 0; i < sizeof(Word); ++i) {
    word |= static_cast<Word>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  return word;
}

// The checksum at the end of the file is of the header and of all checksums of pieces.
class WholeChecksum {
 public:
  explicit WholeChecksum(std::string_view header) {
    crc_.process_bytes(header.data(), header.size());
  }
  void add(std::uint32_t of_piece) {
    std::string bytes;
    append(bytes, of_piece);
    crc_.process_bytes(bytes.data(), bytes.size());
  }
  std::uint32_t sum() const { return crc_.checksum(); }

 private:
  boost::crc_32_type crc_;
};

std::string header_of(const Game& game, Levels levels, const Totals& totals) {
  const BoardSize size = game.size();
  const ordered_json header = {{"game", game.name()},     {"rows", size.rows},
                               {"columns", size.columns}, {"levels", levels},
                               {"nodes", totals.nodes},   {"seconds", totals.seconds}};
  return header.dump() + '\n';
}

// Reads one part after the other, and says what is wrong.
class CheckpointReader {
 public:
  explicit CheckpointReader(const std::filesystem::path& path) : name_(path.string()) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) fail("it is no regular file");
    file_.open(path, std::ios::binary);
    if (!file_) fail(std::strerror(errno));
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw BadInput("cannot go on from " + name_ + ": " + why + "; it stays as it is");
  }
  std::string bytes(std::size_t count) {
    std::string bytes(count, '\0');
    file_.read(bytes.data(), static_cast<std::streamsize>(count));
    if (file_.gcount() != static_cast<std::streamsize>(count)) fail("it is cut off");
    return bytes;
  }
  // With its end.
  std::string line() {
    std::string line;
    for (int byte;
         line.size() < kMaxHeader && (byte = file_.get()) != std::char_traits<char>::eof();) {
      line += static_cast<char>(byte);
      if (byte == '\n') return line;
    }
    fail("it is damaged");
  }
  bool is_at_end() { return file_.peek() == std::char_traits<char>::eof(); }

 private:
  std::string name_;
  std::ifstream file_;
};

// What the header says of the runs before, if it is one of this game.
Totals totals_of(const std::string& header, const Game& game, Levels levels,
                 const CheckpointReader& reader) {
  try {
    const auto json = ordered_json::parse(header);
    const auto name = json.at("game").get<std::string>();
    const BoardSize size{json.at("rows").get<int>(), json.at("columns").get<int>()};
    if (name != game.name() || size != game.size()) {
      reader.fail("it is of " + name + " " + std::to_string(size.rows) + " x " +
                  std::to_string(size.columns));
    }
    if (json.value("levels", Levels::one) != levels) {
      reader.fail(levels == Levels::two ? "it is of a search without --mpi"
                                        : "it is of a search with --mpi");
    }
    return {json.at("nodes").get<std::int64_t>(), json.at("seconds").get<double>()};
  } catch (const nlohmann::json::exception&) {
    reader.fail("it is damaged");
  }
}

}  // namespace

void write_checkpoint(const std::filesystem::path& path, const Game& game, const Solver& solver,
                      Levels levels, const Totals& totals) {
  const std::string header = header_of(game, levels, totals);
  write_file_in_parts(path, [&](const WritePart& write) {
    write(kHeading);
    write(header);
    WholeChecksum whole(header);
    const auto piece_of = [&](std::span<const std::uint64_t> words) {
      std::string bytes;
      bytes.reserve(words.size() * kWordBytes);
      for (const std::uint64_t word : words) append(bytes, word);
      const std::uint32_t sum = crc32(bytes);
      std::string before;
      append(before, static_cast<std::uint32_t>(words.size()));
      append(before, sum);
      whole.add(sum);
      write(before);
      write(bytes);
    };
    solver.write_table(piece_of);
    std::string end;
    append(end, std::uint32_t{0});
    append(end, whole.sum());
    write(end);
  });
}

Totals read_checkpoint(const std::filesystem::path& path, const Game& game, Solver& solver,
                       Levels levels) {
  CheckpointReader reader(path);
  if (reader.bytes(kHeading.size()) != kHeading) {
    reader.fail("it is no checkpoint of version 3; what earlier versions remember may be false");
  }
  const std::string header = reader.line();
  const Totals totals = totals_of(header, game, levels, reader);
  WholeChecksum whole(header);
  while (true) {
    const std::string before = reader.bytes(2 * sizeof(std::uint32_t));
    const auto count = word_at<std::uint32_t>(before.data());
    const auto sum = word_at<std::uint32_t>(before.data() + sizeof(std::uint32_t));
    if (count == 0) {
      if (sum != whole.sum() || !reader.is_at_end()) reader.fail("it is damaged");
      return totals;
    }
    if (count > Solver::kPieceWords) reader.fail("it is damaged");
    const std::string bytes = reader.bytes(count * kWordBytes);
    if (crc32(bytes) != sum) reader.fail("it is damaged");
    whole.add(sum);
    std::vector<std::uint64_t> words(count);
    for (std::size_t i = 0; i < count; ++i) {
      words[i] = word_at<std::uint64_t>(bytes.data() + i * kWordBytes);
    }
    try {
      solver.read_table(words);
    } catch (const std::invalid_argument& error) {
      reader.fail(error.what());
    }
  }
}

}  // namespace isthmus::solve
