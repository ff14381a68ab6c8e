#!/usr/bin/env bash
# Our client library and that of Apache Kafka 3.9.2 side by side, against one broker:
#   client-benchmark.sh [rounds=2] [ms=2500] [warm=2] [broker=milena|apache] [parts=produce,consume,latency] [only=REGEX]
#
# Builds what is missing, starts the broker and a process for the clients of either library on loopback, puts each
# through the same load in turn and prints CPU, throughput, allocation, memory and latency of both with their ratios.
# Takes about five minutes; run it on a quiet machine.
set -euo pipefail

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
  -cp "jmh-benchmarks/target/classes:$(libs)/*" io.milena.bench.ClientBenchmark "$@"
