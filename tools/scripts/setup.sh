# Sourced by the scripts beside it: installs Debian or Ubuntu packages that are missing, and those of
# the page.

# install_packages NAME... - quick and silent where all are there.
install_packages() {
  local name missing=()
  for name in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null)" = installed ] ||
      missing+=("$name")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "isthmus: these packages are missing, and there is no sudo to install them with:" \
        "${missing[*]}" >&2
      return 1
    }
    as_root=(sudo)
  fi
  echo "Installing ${missing[*]}" >&2
  # Others may be at it, as a new machine is that updates itself: the lists' lock can only be tried again.
  local -a apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600
    -o Acquire::Retries=3)
  local tries=1
  until "${apt[@]}" update; do
    [ "$((tries++))" -lt 6 ] || return 1
    sleep 10
  done
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null
}

# install_packages_beside NAME... - the same beside what follows, until await_packages. No other packages can be
# installed meanwhile.
packages_beside=()
install_packages_beside() {
  packages_beside=("$@")
  install_packages "$@" &
  installing=$!
}

# await_packages - waits for what install_packages_beside began; an error where that failed.
await_packages() {
  [ -n "${installing:-}" ] || return 0
  wait "$installing" || {
    echo "isthmus: not all of these packages could be installed: ${packages_beside[*]}" >&2
    return 1
  }
  installing=
}

# What it takes to build the program.
BUILD_PACKAGES=(g++ cmake ninja-build libhwy-dev libboost-dev
                libboost-program-options-dev libboost-filesystem-dev libeigen3-dev libsqlite3-dev
                nlohmann-json3-dev)

# install_page_packages ROOT - what the page is built with, just as package-lock.json has it, where
# npm is there; without it the program is built without its page.
install_page_packages() {
  local web=$1/protocols/web
  command -v npm >/dev/null || return 0
  [ ! "$web/node_modules/.package-lock.json" -nt "$web/package-lock.json" ] || return 0
  echo "Installing the packages of the page" >&2
  (cd "$web" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null) ||
    echo "isthmus: npm could not install them; the program is built without its page" >&2
}

# What it takes to build the engine as WebAssembly, and to run it.
WASM_PACKAGES=(emscripten nodejs chromium-headless-shell)
