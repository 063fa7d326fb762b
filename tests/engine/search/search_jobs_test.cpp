#include "engine/search/search_jobs.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace isthmus;

namespace {

// A job that its turn identifies.
SearchJob job(std::uint64_t owner, int turn, std::int64_t priority = 0) {
  SearchJob made;
  made.owner = owner;
  made.turn = turn;
  made.priority = priority;
  return made;
}

// Takes jobs, as long as there are any, and returns whose: "1a 2b " for the turns 0 and 1.
std::string take_all_in_turn(SearchJobs& jobs) {
  std::string order;
  while (const auto taken = jobs.take()) {
    order += std::to_string(taken->owner) + static_cast<char>('a' + taken->turn) + ' ';
  }
  return order;
}

}  // namespace

TEST_CASE("owners take turns, whatever priorities they give") {
  SearchJobs jobs;
  for (int turn = 0; turn < 4; ++turn) jobs.add(job(1, turn, 1000));
  for (int turn = 0; turn < 2; ++turn) jobs.add(job(2, turn, turn));
  jobs.add(job(3, 0, -1000));
  CHECK(jobs.size() == 7);
  CHECK(take_all_in_turn(jobs) == "1a 2b 3a 1b 2a 1c 1d ");
  CHECK(jobs.size() == 0);
}

TEST_CASE("the next job is one of who has the fewest under way") {
  SearchJobs jobs;
  for (int turn = 0; turn < 6; ++turn) jobs.add(job(1, turn));
  for (int i = 0; i < 3; ++i) REQUIRE(jobs.take()->owner == 1);
  for (int turn = 0; turn < 4; ++turn) jobs.add(job(2, turn));
  CHECK(jobs.take()->owner == 2);
  CHECK(jobs.take()->owner == 2);
  // One of the first owner's ends, and now both have two.
  jobs.end(1);
  CHECK(jobs.take()->owner == 1);  // he was served last before
  CHECK(jobs.take()->owner == 2);
  for (int i = 0; i < 3; ++i) jobs.end(2);
  CHECK(jobs.take()->owner == 2);
}

TEST_CASE("the first job of each owner is to be had apart") {
  SearchJobs jobs;
  CHECK_FALSE(jobs.take_first_of_owner());
  for (int turn = 0; turn < 2; ++turn) jobs.add(job(1, turn));
  jobs.add(job(2, 0));
  CHECK(jobs.take_first_of_owner()->owner == 1);
  CHECK(jobs.take_first_of_owner()->owner == 2);
  CHECK_FALSE(jobs.take_first_of_owner());
  jobs.end(1);
  const auto second = jobs.take_first_of_owner();
  REQUIRE(second);
  CHECK(second->owner == 1);
  CHECK(second->turn == 1);
}

TEST_CASE("no owner may have more waiting than it leaves room for") {
  SearchJobs jobs;
  CHECK(jobs.has_room(1, 4, 4, 8));
  CHECK_FALSE(jobs.has_room(1, 5, 4, 8));
  for (int turn = 0; turn < 3; ++turn) jobs.add(job(1, turn));
  CHECK(jobs.has_room(1, 1, 4, 8));
  CHECK_FALSE(jobs.has_room(1, 2, 4, 8));
  CHECK(jobs.has_room(2, 4, 4, 8));
  for (int turn = 0; turn < 4; ++turn) jobs.add(job(2, turn));
  // One place is left: for an owner who has none, but not for one who has some already.
  CHECK_FALSE(jobs.has_room(1, 1, 4, 8));
  CHECK(jobs.has_room(3, 1, 4, 8));
  CHECK_FALSE(jobs.has_room(3, 2, 4, 8));
  jobs.add(job(3, 0));
  CHECK_FALSE(jobs.has_room(4, 1, 4, 8));
  // What is under way waits no more.
  for (int i = 0; i < 3; ++i) REQUIRE(jobs.take());
  CHECK(jobs.has_room(3, 3, 4, 8));
  CHECK(jobs.has_room(3, 0, 4, 8));
}

TEST_CASE("what is stopped is taken out, and the rest stays in its order") {
  SearchJobs jobs;
  std::stop_source stop;
  for (int turn = 0; turn < 6; ++turn) {
    SearchJob added = job(1 + static_cast<std::uint64_t>(turn) % 2, turn);
    if (turn % 3 == 0) added.stop = stop.get_token();
    jobs.add(std::move(added));
  }
  CHECK(jobs.take_stopped().empty());
  stop.request_stop();
  CHECK(jobs.take_stopped().size() == 2);  // the turns 0 and 3
  CHECK(jobs.size() == 4);
  CHECK(take_all_in_turn(jobs) == "1c 2b 1e 2f ");
  jobs.add(job(7, 0));
  CHECK(jobs.take_all().size() == 1);
  CHECK_FALSE(jobs.take());
}
