#!/usr/bin/env bash
# Tells how long records take from their sending to their reading; --help lists the options.
#
# The environment variables are explained in kafka-run-class.sh.
set -euo pipefail

bin=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

export KAFKA_HEAP_OPTS=${KAFKA_HEAP_OPTS:--Xmx512m}
# A tool that measures runs long enough for the compiler that takes longer and does better.
export KAFKA_JVM_PERFORMANCE_OPTS=${KAFKA_JVM_PERFORMANCE_OPTS:--XX:+UseG1GC}
exec "$bin/kafka-run-class.sh" io.milena.tools.EndToEndLatencyTool "$@"
