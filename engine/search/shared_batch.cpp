#include "engine/search/shared_batch.hpp"

#include <algorithm>
#include <iterator>

namespace isthmus {

SharedBatch::Counts SharedBatch::answer(std::span<BatchMember* const> members) {
  members_.clear();
  std::copy_if(members.begin(), members.end(), std::back_inserter(members_),
               [](const BatchMember* member) { return !member->asked().empty(); });
  Counts counts;
  for (auto begin = members_.begin(); begin != members_.end();) {
    const Evaluator& evaluator = (*begin)->evaluator();
    const auto end = std::stable_partition(begin, members_.end(), [&](const BatchMember* member) {
      return &member->evaluator() == &evaluator;
    });
    if (answer_those({&*begin, static_cast<std::size_t>(end - begin)})) {
      counts.evaluations += requests_.size();
      ++counts.calls;
    }
    begin = end;
  }
  return counts;
}

// Answers members of one evaluator. Returns false where it fails.
bool SharedBatch::answer_those(std::span<BatchMember* const> members) {
  requests_.clear();
  try {
    for (const BatchMember* member : members) {
      const auto asked = member->asked();
      requests_.insert(requests_.end(), asked.begin(), asked.end());
    }
    const std::size_t count = requests_.size();
    evaluations_.resize(std::max(evaluations_.size(), count));
    members.front()->evaluator().evaluate(requests_, {evaluations_.data(), count});
  } catch (...) {
    for (BatchMember* member : members) member->fail(std::current_exception());
    return false;
  }
  std::span<Evaluation> rest(evaluations_);
  for (BatchMember* member : members) {
    const std::size_t own = member->asked().size();
    try {
      member->answer(rest.first(own));
    } catch (...) {
      member->fail(std::current_exception());
    }
    rest = rest.subspan(own);
  }
  return true;
}

}  // namespace isthmus
