#include "games/hex/hex.hpp"

#include "games/hex/hex_certifier.hpp"
#include "games/hex/hex_theory.hpp"

namespace isthmus {

std::vector<Symmetry> Hex::symmetries() const {
  const Board& on = board();
  const int last_row = on.rows() - 1, last_column = on.columns() - 1;
  std::vector<Symmetry> all{identity(on)};
  all.push_back(
      make_symmetry(on, false, [&](int r, int c) { return on.at(last_row - r, last_column - c); }));
  if (last_row != last_column) return all;
  all.push_back(make_symmetry(on, true, [&](int r, int c) { return on.at(c, r); }));
  all.push_back(
      make_symmetry(on, true, [&](int r, int c) { return on.at(last_row - c, last_row - r); }));
  return all;
}

std::unique_ptr<const Theory> Hex::theory() const { return make_hex_theory(board()); }

std::unique_ptr<const Certifier> Hex::certifier() const { return make_hex_certifier(*this); }

}  // namespace isthmus
