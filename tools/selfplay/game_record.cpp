#include "tools/selfplay/game_record.hpp"

#include <stdexcept>

#include "games/list.hpp"

namespace isthmus::selfplay {

namespace {

constexpr std::size_t kMaxMoves = 65535, kMaxLetters = 255;

// Of what comes before the moves.
constexpr std::size_t header_bytes(int revision) { return revision == kFirstRevision ? 24 : 28; }

// Fills what is as long as the record. (Of bytes that are appended, g++ 14 warns that they are
// freed in their middle.)
class RecordWriter {
 public:
  explicit RecordWriter(std::size_t size) : bytes(size) {}

  // The lowest `count` bytes of a number, the lowest first.
  void put(std::uint64_t number, int count) {
    for (int i = 0; i < count; ++i) bytes[next_++] = static_cast<std::uint8_t>(number >> (8 * i));
  }
  std::vector<std::uint8_t> bytes;

 private:
  std::size_t next_ = 0;
};

class RecordReader {
 public:
  explicit RecordReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  template <class Number>
  Number get() {
    if (bytes_.size() < sizeof(Number)) throw std::invalid_argument("the record is too short");
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i) {
      number |= std::uint64_t{bytes_[i]} << (8 * i);
    }
    bytes_ = bytes_.subspan(sizeof(Number));
    return static_cast<Number>(number);
  }
  // One of the first values of an enumeration, up to `last`.
  template <class Enumeration>
  Enumeration get_one_of(Enumeration last) {
    const auto value = get<std::uint8_t>();
    if (value > static_cast<std::uint8_t>(last)) {
      throw std::invalid_argument("the record has a field out of its range");
    }
    return static_cast<Enumeration>(value);
  }
  bool is_at_end() const { return bytes_.empty(); }

 private:
  std::span<const std::uint8_t> bytes_;
};

}  // namespace

std::vector<std::uint8_t> encode(const GameRecord& record) {
  std::size_t visited = 0;
  for (const MoveRecord& move : record.moves) visited += move.visits.size();
  RecordWriter out(header_bytes(kRevision) + 7 * record.moves.size() + 4 * visited +
                   4 * record.removed.size() + record.game.size());
  out.put(record.rows, 1);
  out.put(record.columns, 1);
  out.put(static_cast<std::uint8_t>(record.result), 1);
  out.put(static_cast<std::uint8_t>(record.ending), 1);
  out.put(record.net, 4);
  out.put(record.seed, 8);
  out.put(record.moves.size(), 4);
  out.put(visited, 4);
  out.put(record.removed.size(), 2);
  out.put(record.game.size(), 2);
  for (const MoveRecord& move : record.moves) out.put(move.cell, 2);
  for (const MoveRecord& move : record.moves) out.put(move.value, 2);
  for (const MoveRecord& move : record.moves) out.put(move.visits.size(), 2);
  for (const MoveRecord& move : record.moves) out.put(static_cast<std::uint8_t>(move.choice), 1);
  for (const MoveRecord& move : record.moves) {
    for (const CellVisits& entry : move.visits) out.put(entry.cell, 2);
  }
  for (const MoveRecord& move : record.moves) {
    for (const CellVisits& entry : move.visits) out.put(entry.visits, 2);
  }
  for (const RemovedStone& stone : record.removed) out.put(stone.move, 2);
  for (const RemovedStone& stone : record.removed) out.put(stone.cell, 2);
  for (const char letter : record.game) out.put(static_cast<std::uint8_t>(letter), 1);
  return out.bytes;
}

std::size_t record_bytes(std::span<const std::uint8_t> bytes, int revision) {
  const std::size_t header = header_bytes(revision);
  if (bytes.size() < header) return 0;
  RecordReader in(bytes.subspan(16));
  const auto moves = in.get<std::uint32_t>(), visited = in.get<std::uint32_t>();
  std::size_t rest = 0;
  if (revision != kFirstRevision) {
    const auto removed = in.get<std::uint16_t>(), letters = in.get<std::uint16_t>();
    rest = std::size_t{4} * removed + letters;
  }
  return header + std::size_t{7} * moves + std::size_t{4} * visited + rest;
}

GameRecord decode(std::span<const std::uint8_t> bytes, int revision) {
  RecordReader in(bytes);
  GameRecord record;
  record.rows = in.get<std::uint8_t>();
  record.columns = in.get<std::uint8_t>();
  record.result = in.get_one_of(Result::draw);
  record.ending = in.get_one_of(Ending::stopped);
  record.net = in.get<std::uint32_t>();
  record.seed = in.get<std::uint64_t>();
  const auto moves = in.get<std::uint32_t>();
  const auto visited = in.get<std::uint32_t>();
  const bool is_first = revision == kFirstRevision;
  const auto removed = is_first ? std::uint16_t{0} : in.get<std::uint16_t>();
  const auto letters = is_first ? std::uint16_t{0} : in.get<std::uint16_t>();
  const unsigned cells = unsigned{record.rows} * record.columns;
  // Each stone takes a cell, or that of one that was taken off.
  if (record.rows > kMaxSide || record.columns > kMaxSide || moves > cells + removed ||
      moves > kMaxMoves || letters > kMaxLetters) {
    throw std::invalid_argument("the record has a board or moves that there cannot be");
  }
  const auto get_cell = [&] {
    const auto cell = in.get<Cell>();
    if (cell >= cells) throw std::invalid_argument("the record has a cell beyond its board");
    return cell;
  };
  record.moves.resize(moves);
  std::size_t left = visited;
  for (MoveRecord& move : record.moves) move.cell = get_cell();
  for (MoveRecord& move : record.moves) move.value = in.get<std::uint16_t>();
  for (MoveRecord& move : record.moves) {
    const auto count = in.get<std::uint16_t>();
    if (count > cells || count > left) {
      throw std::invalid_argument("the record has more visits than it says");
    }
    left -= count;
    move.visits.resize(count);
  }
  for (MoveRecord& move : record.moves) move.choice = in.get_one_of(Choice::full);
  for (MoveRecord& move : record.moves) {
    for (CellVisits& entry : move.visits) entry.cell = get_cell();
  }
  for (MoveRecord& move : record.moves) {
    for (CellVisits& entry : move.visits) entry.visits = in.get<std::uint16_t>();
  }
  record.removed.resize(removed);
  for (RemovedStone& stone : record.removed) {
    stone.move = in.get<std::uint16_t>();
    if (stone.move >= moves) {
      throw std::invalid_argument("the record has a stone that no move took off");
    }
  }
  for (RemovedStone& stone : record.removed) stone.cell = get_cell();
  if (is_first) record.game = kDefaultGame;
  for (int i = 0; i < letters; ++i) record.game += static_cast<char>(in.get<std::uint8_t>());
  if (left > 0 || !in.is_at_end()) throw std::invalid_argument("the record is too long");
  return record;
}

}  // namespace isthmus::selfplay
