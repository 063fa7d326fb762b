#pragma once

#include <stdexcept>

namespace isthmus {

// What computes playouts or nets has failed, by no fault of what it was asked; the message says
// how, and what would help.
class BackendError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// There is nothing that could compute them: no device, or no driver for one.
class NoDeviceError : public BackendError {
 public:
  using BackendError::BackendError;
};

}  // namespace isthmus
