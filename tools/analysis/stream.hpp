#pragma once

#include "protocols/json/analysis_service.hpp"

namespace isthmus {

// Serves queries that come on standard input and answers on standard output, until the input ends
// and all is answered. On SIGINT and SIGTERM it reads no more and answers with what is known.
// Throws what an evaluator threw that failed.
void serve_stream(AnalysisService::Options options);

}  // namespace isthmus
