#include "protocols/formats/game_formats.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include <nlohmann/json.hpp>

#include "games/list.hpp"
#include "protocols/formats/hexworld.hpp"
#include "protocols/formats/little_golem.hpp"
#include "protocols/formats/move_list.hpp"
#include "protocols/formats/openings.hpp"
#include "protocols/formats/query_writer.hpp"
#include "protocols/formats/sgf.hpp"
#include "protocols/formats/sgf_tree.hpp"
#include "protocols/formats/text_check.hpp"
#include "protocols/formats/trmph.hpp"
#include "protocols/json/analysis_query.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

constexpr std::string_view kSpaces = " \t\r\n";

using SharedGame = std::shared_ptr<const Game>;

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
  return text.substr(0, text.find_last_not_of(kSpaces) + 1);  // npos + 1 is 0
}

// The game of each line but empty ones, an error with the number of its line in front.
void read_lines(std::string_view text, const VisitGame& visit,
                const std::function<GameFile(std::string_view)>& read) {
  std::size_t number = 1;
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1, ++number) {
    end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = trimmed(text.substr(begin, end - begin));
    if (line.empty()) continue;
    const auto game = [&] {
      try {
        return read(line);
      } catch (const FormatError& error) {
        throw FormatError("line " + std::to_string(number) + ": " + error.what());
      }
    };
    visit(game());
  }
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

bool looks_like_json(std::string_view text) { return trimmed(text).substr(0, 1) == "{"; }

bool looks_like_sgf(std::string_view text) {
  std::size_t offset = 0;
  return find_sgf_tree(text, offset);
}

std::string_view first_line(std::string_view text) {
  const std::string_view start = trimmed(text);
  return trimmed(start.substr(0, start.find('\n')));
}

bool looks_like_trmph(std::string_view text) {
  return contains(text, "trmph.com/") || has_trmph_winner(first_line(text));
}

bool looks_like_hexworld(std::string_view text) {
  const std::string_view start = trimmed(text);
  return contains(text, "hexworld.org/") || is_bare_fragment(first_line(text)) ||
         (start.size() > 1 && start[0] == '#' && start[1] >= '0' && start[1] <= '9');
}

bool looks_like_anything(std::string_view) { return true; }

// Of formats that others are taken for.
bool looks_like_nothing(std::string_view) { return false; }

// Of formats that name no swap rule, but may hold a swap.
GameFile named_by_swap(GameFile file) {
  file.names_swap_rule = file.record.game().swap_rule() != SwapRule::none;
  return file;
}

GameFile read_query(std::string_view text, Omissions& omissions) {
  try {
    const AnalysisQuery query = parse_query(text, {});
    const Colour to_move = position_after(query, last_turn(query)).to_move;
    if (to_move != query.record.position().to_move) omissions.add("passes at the end");
    return {.record = query.record, .names_swap_rule = query.names_rules};
  } catch (const QueryError& error) {
    throw FormatError(error.what());
  }
}

void read_json(std::string_view text, const SharedGame&, Omissions& omissions,
               const VisitGame& visit) {
  if (nlohmann::json::accept(text)) {
    visit(read_query(text, omissions));
  } else {
    read_lines(text, visit, [&](std::string_view line) { return read_query(line, omissions); });
  }
}

void read_sgf_games(std::string_view text, const SharedGame& game, Omissions& omissions,
                    const VisitGame& visit) {
  read_sgf_collection(text, {.game = game->name(), .swap_rule = game->swap_rule()}, omissions,
                      visit);
}

void read_hexworld_links(std::string_view text, const SharedGame& game, Omissions& omissions,
                         const VisitGame& visit) {
  read_lines(text, visit, [&](std::string_view line) {
    return named_by_swap(read_hexworld(line, game->swap_rule(), omissions));
  });
}

void read_trmph_links(std::string_view text, const SharedGame& game, Omissions& omissions,
                      const VisitGame& visit) {
  read_lines(text, visit, [&](std::string_view line) {
    return named_by_swap(read_trmph(line, game->swap_rule(), omissions));
  });
}

void read_openings(std::string_view text, const SharedGame& game, Omissions&,
                   const VisitGame& visit) {
  read_lines(text, visit,
             [&](std::string_view line) { return named_by_swap(read_opening(line, game)); });
}

// One in which all that is kept of a game has a place.
constexpr GameFormat sgf_format(std::string_view name, std::string_view description,
                                decltype(GameFormat::looks_like) looks_like,
                                decltype(GameFormat::write) write) {
  return {.name = name,
          .description = description,
          .looks_like = looks_like,
          .read = read_sgf_games,
          .write = write,
          .has_result = true,
          .has_names = true,
          .has_notes = true,
          .has_view = true,
          .has_swap_rule = true,
          .may_be_latin_1 = true};
}

constexpr std::array kFormats{
    GameFormat{.name = "json",
               .description = "queries for isthmus analyze, one a line",
               .looks_like = looks_like_json,
               .read = read_json,
               .write = [](const GameFile& file, Omissions&) { return write_query(file) + '\n'; },
               .has_swap_rule = true},
    sgf_format("sgf", "Smart Game Format, FF[4], also Little Golem's and HavannahGui's",
               looks_like_sgf, [](const GameFile& file, Omissions&) { return write_sgf(file); }),
    sgf_format("sgf-white-first", "SGF with White for the first player, where both want the same",
               looks_like_nothing,
               [](const GameFile& file, Omissions&) { return write_sgf_white_first(file); }),
    sgf_format("havannahgui", "the same for Havannah in the coordinates of HavannahGui",
               looks_like_nothing, write_havannahgui),
    GameFormat{
        .name = "littlegolem",
        .description = "Hex and Havannah as Little Golem writes them, one a line",
        .looks_like = looks_like_nothing,
        .read = read_sgf_games,
        .write = [](const GameFile& file,
                    Omissions& omissions) { return write_little_golem(file, omissions) + '\n'; },
        .has_result = true,
        .has_names = true,
        .may_be_latin_1 = true},
    GameFormat{.name = "trmph",
               .description = "links of trmph.com, one a line",
               .looks_like = looks_like_trmph,
               .read = read_trmph_links,
               .write = [](const GameFile& file,
                           Omissions& omissions) { return write_trmph(file, omissions) + '\n'; },
               .names_no_game = true},
    GameFormat{.name = "hexworld",
               .description = "links of hexworld.org, one a line",
               .looks_like = looks_like_hexworld,
               .read = read_hexworld_links,
               .write = [](const GameFile& file,
                           Omissions& omissions) { return write_hexworld(file, omissions) + '\n'; },
               .names_no_game = true,
               .has_result = true,
               .has_view = true},
    GameFormat{
        .name = "openings",
        .description = "moves alone, a line each: a10 f6",
        .looks_like = looks_like_anything,
        .read = read_openings,
        .write = [](const GameFile& file, Omissions&) { return write_opening(file) + '\n'; }},
};

// Comments and marks.
void omit_notes(const std::vector<Note>& notes, Omissions& omissions) {
  for (const Note& note : notes) {
    omissions.add("comments", note.comment.empty() ? 0 : 1);
    omissions.add("other properties", note.marks.size());
  }
}

}  // namespace

std::span<const GameFormat> game_formats() { return kFormats; }

const GameFormat* find_game_format(std::string_view name) {
  const auto format = std::find_if(kFormats.begin(), kFormats.end(),
                                   [&](const GameFormat& row) { return row.name == name; });
  return format != kFormats.end() ? &*format : nullptr;
}

const GameFormat& guess_game_format(std::string_view text) {
  return *std::find_if(kFormats.begin(), kFormats.end() - 1,
                       [&](const GameFormat& row) { return row.looks_like(text); });
}

bool is_game_link(std::string_view text) {
  return (contains(text, "#") && (looks_like_trmph(text) || looks_like_hexworld(text))) ||
         is_bare_fragment(text) || !game_page_advice(text).empty();
}

std::string game_page_advice(std::string_view text) {
  const std::string_view address = trimmed(text);
  if (address.substr(0, 4) != "http" || contains(address, "\n")) return {};
  if (contains(address, "littlegolem.net/")) {
    constexpr std::string_view kNumber = "gid=";
    const std::size_t found = address.find(kNumber);
    const std::string_view number =
        found == address.npos ? "" : address.substr(found + kNumber.size());
    const std::string id(number.substr(0, number.find_first_not_of("0123456789")));
    const std::string page = id.empty() ? "ID/gameID" : id + "/game" + id;
    return "a page of Little Golem; download the game from "
           "https://www.littlegolem.net/servlet/sgf/" +
           page + ".hsgf and give that file";
  }
  if (contains(address, "playhex.org/")) {
    return "a page of PlayHex; download the game there as SGF, under Share, and give that file";
  }
  return {};
}

void read_games(std::string_view text, const GameFormat& format, const SharedGame& game,
                Omissions& omissions, const VisitGame& visit) {
  const std::string converted = format.may_be_latin_1 ? utf8_of_latin_1(text) : std::string();
  if (!converted.empty()) text = converted;
  check_text(text);
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  bool is_empty = true;
  format.read(text, game, omissions, [&](GameFile file) {
    is_empty = false;
    visit(std::move(file));
  });
  if (is_empty) throw FormatError("there is no game in it");
}

std::string write_game(const GameFile& file, const GameFormat& format, Omissions& omissions) {
  if (format.names_no_game && file.record.game().name() != kDefaultGame) {
    throw FormatError(std::string(format.name) + " knows " + std::string(kDefaultGame) +
                      " only, not " + file.record.game().name());
  }
  std::string text = format.write(file, omissions);
  const bool is_known = file.result == mark(file.record.position().result);
  if (!format.has_result && !is_known && !file.result.empty()) omissions.add("results");
  if (!format.has_view && !file.view.empty()) omissions.add("views");
  if (!format.has_names) {
    omissions.add("names of players", !file.black_name.empty() + !file.white_name.empty());
  }
  if (format.has_notes) return text;
  omissions.add("other properties", file.info.size());
  omissions.add("comments", file.comment.empty() ? 0 : 1);
  omit_notes(file.notes, omissions);
  omissions.add("variations", file.variations.size());
  for (const Variation& variation : file.variations) omit_notes(variation.notes, omissions);
  return text;
}

}  // namespace isthmus
