#!/usr/bin/env bash
# Creates, lists, describes, enlarges and deletes topics; --help lists the options.
#
# The environment variables are explained in kafka-run-class.sh.
set -euo pipefail

bin=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

exec "$bin/kafka-run-class.sh" io.milena.tools.TopicsTool "$@"
