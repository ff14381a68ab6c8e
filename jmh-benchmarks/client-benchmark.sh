#!/usr/bin/env bash
# Our client library and that of Apache Kafka 3.9.2 side by side, against one broker:
#   client-benchmark.sh [rounds=2] [forks=2] [ms=2500] [warm=2] [broker=milena|apache] \
#     [parts=produce,consume,latency] [only=REGEX] [switches=-XX:...]
#
# Builds what is missing, starts the broker, and for each part of the benchmark processes for the clients of either
# library, on loopback; puts each through the same load in turn and prints CPU, throughput, allocation, memory and
# latency of both with their ratios. Takes about twelve minutes; run it on a quiet machine.
set -euo pipefail

exec "$(dirname "$0")/run-benchmark.sh" ClientBenchmark "$@"
