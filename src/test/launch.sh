#!/usr/bin/env bash
# launch.sh MODULE FLAG… -- ARGUMENT…: JUnit's launcher on the compiled tests of a module, in its directory. Flags are those of
# java, arguments those of the launcher. Becomes the java process.
# TRIBUTARY_CLASSES_BEFORE: a directory of classes that take the place of the compiled ones.
set -euo pipefail
home=$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")
module=$1
flags=()
shift
while [ "$1" != -- ]; do flags+=("$1"); shift; done
shift
cd "$home/$module"
# shellcheck disable=SC2046 — several flags in one line
exec java $(sed -n 's/.*<runtime.jvm.args>\(.*\)<\/runtime.jvm.args>.*/\1/p' "$home/pom.xml") "${flags[@]}" "-Dtributary.home=$home" \
  -cp "${TRIBUTARY_CLASSES_BEFORE:+$TRIBUTARY_CLASSES_BEFORE:}target/test-classes:target/classes:$(cat target/test-classpath)" org.junit.platform.console.ConsoleLauncher execute \
  --disable-banner --disable-ansi-colors --config=junit.jupiter.execution.timeout.threaddump.enabled=true "$@"
