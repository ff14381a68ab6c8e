#!/usr/bin/env bash
# Reads in a group and tells as JSON what it read and committed; --help lists the options.
#
# The environment variables are explained in kafka-run-class.sh.
set -euo pipefail

bin=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

export KAFKA_HEAP_OPTS=${KAFKA_HEAP_OPTS:--Xmx512m}
exec "$bin/kafka-run-class.sh" io.milena.tools.VerifiableConsumerTool "$@"
