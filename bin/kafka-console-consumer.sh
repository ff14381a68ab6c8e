#!/usr/bin/env bash
# Prints records of topics as they come; --help lists the options.
#
# The environment variables are explained in kafka-run-class.sh.
set -euo pipefail

bin=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

export KAFKA_HEAP_OPTS=${KAFKA_HEAP_OPTS:--Xmx512m}
exec "$bin/kafka-run-class.sh" io.milena.tools.ConsoleConsumerTool "$@"
