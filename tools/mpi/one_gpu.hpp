#pragma once

#include <string>

namespace isthmus::mpi {

// Leaves this process, and those that it starts, one GPU of the machine: the ranks take turns by
// their place. To be called before CUDA is. Does nothing where there is no GPU.
void take_one_gpu(int place);

// What CUDA_VISIBLE_DEVICES is to be for a place: one of the devices that it lists, or where it is
// not set (null) one of `devices` numbers from 0. Empty where there is nothing to choose from.
std::string visible_gpu(int place, const char* visible, int devices);

}  // namespace isthmus::mpi
