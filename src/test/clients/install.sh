#!/usr/bin/env bash
# Installs the clients that the suite "clients" runs, by name and in the versions pinned here, below src/test/target:
# a Python environment, Node modules, Go modules and Java drivers. What is there in the right version stays.
#
#   src/test/clients/install.sh
#
# Debian packages are bin/test's business. A client that cannot be installed is named on standard error; its tests are
# then skipped and say so. Exit code 1 if there is such a one.
set -uo pipefail

clients=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
target=$clients/../target
mkdir -p "$target"
failed=0

# install NAME FILE-WITH-VERSIONS COMMAND…: runs the command unless it succeeded before with the same versions.
install() {
  local name=$1 versions=$2 stamp=$target/$1.installed
  shift 2
  cmp -s "$versions" "$stamp" && return
  rm -f "$stamp"
  if "$@" >"$target/$name.install.log" 2>&1; then
    cp "$versions" "$stamp"
  else
    echo "cannot install the $name clients, see $target/$name.install.log" >&2
    failed=1
  fi
}

python_environment() {
  rm -rf "$target/venv"
  python3 -m venv "$target/venv" && "$target/venv/bin/pip" install -q -r "$clients/python/requirements.txt" && return
  rm -rf "$target/venv" # half an environment would fail the tests instead of skipping them
  return 1
}

node_modules() {
  rm -rf "$target/node"
  mkdir -p "$target/node"
  cp "$clients/node/package.json" "$target/node/"
  npm install --prefix "$target/node" --no-package-lock --no-audit --no-fund --loglevel=error && return
  rm -rf "$target/node"
  return 1
}

go_modules() {
  cd "$clients/go" && go mod download
}

java_drivers() {
  mvn -B -q -f "$clients/java/$1" process-sources
}

install python "$clients/python/requirements.txt" python_environment
install node "$clients/node/package.json" node_modules
install go "$clients/go/go.mod" go_modules
install drivers "$clients/java/pom.xml" java_drivers pom.xml
install r2dbc "$clients/java/r2dbc/pom.xml" java_drivers r2dbc/pom.xml
install hibernate "$clients/java/hibernate/pom.xml" java_drivers hibernate/pom.xml
install jmeter "$clients/java/jmeter/pom.xml" java_drivers jmeter/pom.xml
exit $failed
