#pragma once

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace isthmus {

template <class T, class Run>
class CheckedOf;

// A T, as Fallback has it, that has every batch computed by two, gives what the first comes to, and
// compares: compare(the arguments of run(), what the second wrote) throws BackendError where they
// differ. The last argument of run() is the span that it writes.
template <class T>
using Checked = CheckedOf<T, decltype(&T::run)>;

template <class T, class... Arguments>
class CheckedOf<T, void (T::*)(Arguments...) const> final : public T {
 public:
  CheckedOf(std::unique_ptr<T> first, std::unique_ptr<T> second)
      : first_(std::move(first)), second_(std::move(second)) {}

  void run(Arguments... arguments) const override {
    const std::tuple<Arguments...> all(arguments...);
    const auto& outputs = std::get<sizeof...(Arguments) - 1>(all);
    using Output = typename std::remove_cvref_t<decltype(outputs)>::element_type;
    std::vector<Output> expected(outputs.size());
    first_->run(arguments...);
    run_second(all, expected, std::make_index_sequence<sizeof...(Arguments) - 1>());
    compare(arguments..., std::as_const(expected));
  }
  int preferred_batch() const override { return first_->preferred_batch(); }

 private:
  template <class All, class Outputs, std::size_t... kInputs>
  void run_second(const All& all, Outputs& outputs, std::index_sequence<kInputs...>) const {
    second_->run(std::get<kInputs>(all)..., outputs);
  }

  std::unique_ptr<T> first_;
  std::unique_ptr<T> second_;
};

}  // namespace isthmus
