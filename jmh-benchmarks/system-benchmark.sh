#!/usr/bin/env bash
# Our broker and Apache Kafka 3.9.2 side by side:
#   system-benchmark.sh [rounds=2] [ms=3000] [warm=2] \
#     [parts=start-up,memory,load,bare,compaction,groups,transactions,shard-load]
#
# Builds what is missing, starts both brokers on loopback, puts the same load on each in turn and prints broker CPU,
# throughput, latency, memory and start-up of both with their ratios. Takes about ten minutes; run it on a quiet machine.
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
  -cp "jmh-benchmarks/target/classes:$(libs)/*" io.milena.bench.SystemBenchmark "$@"
