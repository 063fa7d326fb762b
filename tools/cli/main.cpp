#include "tools/cli/program.hpp"

int main(int count, char** arguments) { return isthmus::run_program(count, arguments); }
