#!/usr/bin/env bash
# What system-benchmark.sh and client-benchmark.sh have in common: run-benchmark.sh CLASS ARGUMENT...
#
# Builds what is missing, then runs that class of io.milena.bench in the root of the project.
set -euo pipefail

class=${1:?the name of a class of io.milena.bench}
shift

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
libs() { find kafka-server/target -path '*/libs' -type d 2> /dev/null; }
if [ ! -d kafka-tests/reference/broker-3.9/target/jars ] || [ ! -d jmh-benchmarks/target/classes/load ] \
  || [ -z "$(libs)" ]; then
  command -v mvn > /dev/null || {
    echo 'Maven is missing: apt-get install maven (Debian), dnf install maven (Fedora), brew install maven (macOS)'
    exit 1
  }
  mvn -q -B package -DskipTests
fi
exec java -Xmx64m -Dlogback.configurationFile=config/tools-logback.xml \
  -cp "jmh-benchmarks/target/classes:$(libs)/*" "io.milena.bench.$class" "$@"
