#pragma once

#include <memory>
#include <string>
#include <vector>

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>

#include "engine/net/net.hpp"
#include "engine/net/net_runner.hpp"
#include "gpu/net/net_precision.hpp"
#include "gpu/playout/make_playout_backend.hpp"

namespace isthmus {

// Adds --backend, --gpus, --instructions and --net-precision, which mean the same for every
// command.
void add_backend(boost::program_options::options_description& options);

// The numbers of the GPUs that were asked for; none: all. Throws BadInput for a list that there
// cannot be.
std::vector<int> read_gpus(const boost::program_options::variables_map& values);

// The playouts' backends that were asked for. Says on standard error why it does without GPUs where
// the choice was left to it. Throws BadInput for a backend or list that there cannot be, and
// BackendError where there is no device for what was asked for.
PlayoutBackends read_playout_backends(const boost::program_options::variables_map& values);

// The precision by which GPUs multiply for a net of `channels` channels; 0: there is no net. Throws
// BadInput for an unknown precision, or one that the backend that was asked for does not have.
NetPrecision read_net_precision(const boost::program_options::variables_map& values, int channels);

// The instructions by which a CPU computes nets: those that were asked for, or the fastest. Throws
// BadInput for those that the processor has not.
std::string instructions_of(const boost::program_options::variables_map& values);

// What computes a net on the backend that was asked for, likewise; BadInput also as
// instructions_of() and read_net_precision() do.
std::shared_ptr<const NetRunner> read_net_runner(
    const boost::program_options::variables_map& values, const Net& net);

}  // namespace isthmus
