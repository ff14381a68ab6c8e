#!/usr/bin/env bash
# Sends records and tells how fast that was; --help lists the options.
#
# The environment variables are explained in kafka-run-class.sh.
set -euo pipefail

script=${BASH_SOURCE[0]}
while [ -L "$script" ]; do
  target=$(readlink "$script")
  case $target in
    /*) script=$target ;;
    *) script=$(dirname "$script")/$target ;;
  esac
done
bin=$(cd -P "$(dirname "$script")" > /dev/null && pwd)

export KAFKA_HEAP_OPTS=${KAFKA_HEAP_OPTS:--Xmx512m}
# A tool that measures runs long enough for the compiler that takes longer and does better.
export KAFKA_JVM_PERFORMANCE_OPTS=${KAFKA_JVM_PERFORMANCE_OPTS:--XX:+UseG1GC}
exec "$bin/kafka-run-class.sh" io.milena.tools.ProducerPerfTool "$@"
