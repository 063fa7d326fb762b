#pragma once

namespace isthmus {}
