#pragma once

#include <string>
#include <vector>

namespace isthmus {

// The subcommands, each in the file of its name. See Command for what they take and return.
int run_analyze(const std::vector<std::string>& arguments);
int run_bench(const std::vector<std::string>& arguments);
int run_book(const std::vector<std::string>& arguments);
int run_convert(const std::vector<std::string>& arguments);
int run_gtp(const std::vector<std::string>& arguments);
int run_match(const std::vector<std::string>& arguments);
int run_openings(const std::vector<std::string>& arguments);
int run_puzzles(const std::vector<std::string>& arguments);
int run_results(const std::vector<std::string>& arguments);
int run_selfplay(const std::vector<std::string>& arguments);
int run_serve(const std::vector<std::string>& arguments);
int run_solve(const std::vector<std::string>& arguments);
int run_tournament(const std::vector<std::string>& arguments);

}  // namespace isthmus
