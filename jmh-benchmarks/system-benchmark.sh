#!/usr/bin/env bash
# Our broker and Apache Kafka 3.9.2 side by side:
#   system-benchmark.sh [rounds=2] [ms=3000] [warm=2] \
#     [parts=start-up,memory,load,bare,compaction,groups,transactions,shard-load]
#
# Builds what is missing, starts both brokers on loopback, puts the same load on each in turn and prints broker CPU,
# throughput, latency, memory and start-up of both with their ratios. Takes about ten minutes; run it on a quiet machine.
set -euo pipefail

exec "$(dirname "$0")/run-benchmark.sh" SystemBenchmark "$@"
