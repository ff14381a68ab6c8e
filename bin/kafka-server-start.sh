#!/usr/bin/env bash
# Starts a broker: kafka-server-start.sh [-daemon] server.properties [--override key=value ...]
#
# In the foreground unless -daemon is given. From a source tree it builds the distribution first when needed. The
# environment variables are explained in kafka-run-class.sh.
set -euo pipefail

bin=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

usage() {
  cat >&2 << USAGE
usage: $(basename "$0") [-daemon] server.properties [--override key=value ...]

  -daemon               run in the background; console output goes to logs/kafkaServer.out
  server.properties     the configuration, such as ${bin%/bin}/config/server.properties
  --override key=value  takes the place of a key of the file; any number of them
USAGE
  exit 1
}

options=(-name kafkaServer)
while [ $# -gt 0 ]; do
  case $1 in
    -daemon) options+=(-daemon) ;;
    -loggc) options+=(-loggc) ;;
    -name)
      [ $# -gt 1 ] || usage
      shift
      ;;
    *) break ;;
  esac
  shift
done
case ${1:-} in
  '' | -*) usage ;;
esac
if [ ! -r "$1" ]; then
  printf 'cannot read %s (expected: the path of a server.properties, such as %s)\n' \
    "$1" "${bin%/bin}/config/server.properties" >&2
  exit 1
fi

if [ -z "${KAFKA_HEAP_OPTS:-}" ]; then
  export KAFKA_HEAP_OPTS='-Xms64m -Xmx512m'
  gc='-XX:+UseSerialGC'
elif [[ $KAFKA_HEAP_OPTS =~ -XX:\+Use[A-Za-z0-9]*GC ]]; then
  gc=
else
  gc='-XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:InitiatingHeapOccupancyPercent=35 -XX:+ExplicitGCInvokesConcurrent'
  # A broker's garbage dies at once, so more room for it saves nothing; left alone, G1 spreads it over the whole heap.
  case $KAFKA_HEAP_OPTS in
    *-Xmn* | *NewSize* | *NewRatio*) ;;
    *) gc="$gc -XX:MaxNewSize=64m" ;;
  esac
fi
export KAFKA_JVM_PERFORMANCE_OPTS=${KAFKA_JVM_PERFORMANCE_OPTS:--server $gc -XX:+ExitOnOutOfMemoryError}

exec "$bin/kafka-run-class.sh" "${options[@]}" "${MILENA_BROKER_CLASS:-io.milena.server.BrokerMain}" "$@"
