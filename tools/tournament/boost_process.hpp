#pragma once

// Boost.Process of the first version, as all Boosts from 1.74 on have it. From 1.86 on that is in a
// folder and a namespace of its own, and the names without these come to mean the second version.

#if __has_include(<boost/process/v1/child.hpp>)
#include <boost/process/v1/args.hpp>
#include <boost/process/v1/async_pipe.hpp>
#include <boost/process/v1/child.hpp>
#include <boost/process/v1/env.hpp>
#include <boost/process/v1/environment.hpp>
#include <boost/process/v1/exe.hpp>
#include <boost/process/v1/extend.hpp>
#include <boost/process/v1/group.hpp>
#include <boost/process/v1/io.hpp>

namespace isthmus::tournament {
namespace process = boost::process::v1;
}  // namespace isthmus::tournament
#else
#include <boost/process/args.hpp>
#include <boost/process/async_pipe.hpp>
#include <boost/process/child.hpp>
#include <boost/process/env.hpp>
#include <boost/process/environment.hpp>
#include <boost/process/exe.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/group.hpp>
#include <boost/process/io.hpp>

namespace isthmus::tournament {
namespace process = boost::process;
}  // namespace isthmus::tournament
#endif
