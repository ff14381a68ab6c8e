#!/usr/bin/env bash
# Stops every broker of this installation cleanly and waits until it is gone. Takes no arguments.
#
#   KAFKA_STOP_TIMEOUT   seconds to wait, default 120
set -euo pipefail

home=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
main=${MILENA_BROKER_CLASS:-io.milena.server.BrokerMain}

# Whether the arguments on standard input, one a line, are those of a broker of this installation.
is_broker() {
  awk -v home="-Dmilena.home=$home" -v main="$main" \
    '$0 == home { here = 1 } $0 == main { broker = 1 } END { exit !(here && broker) }'
}

brokers() {
  local dir
  if [ -r /proc/self/cmdline ]; then
    for dir in /proc/[0-9]*; do
      if tr '\0' '\n' 2> /dev/null < "$dir/cmdline" | is_broker; then
        printf '%s\n' "${dir#/proc/}"
      fi
    done 2> /dev/null
  else
    ps axww -o pid=,args= | awk -v home=" -Dmilena.home=$home " -v main=" $main " \
      'index($0, home) && index($0 " ", main) { print $1 }'
  fi
}

running() {
  local pid
  for pid in $pids; do
    if kill -0 "$pid" 2> /dev/null; then
      return 0
    fi
  done
  return 1
}

pids=$(brokers)
if [ -z "$pids" ]; then
  printf 'No broker of %s is running.\n' "$home" >&2
  exit 1
fi
for pid in $pids; do
  printf 'Stopping the broker with process id %s ' "$pid"
  kill -TERM "$pid"
done

deadline=$((SECONDS + ${KAFKA_STOP_TIMEOUT:-120}))
ticks=0
while running; do
  if [ "$SECONDS" -ge "$deadline" ]; then
    printf '\nStill running after %s s: %s. See its log; kill -9 ends it without a clean shutdown.\n' \
      "${KAFKA_STOP_TIMEOUT:-120}" "$(printf '%s' "$pids" | tr '\n' ' ')" >&2
    exit 1
  fi
  ticks=$((ticks + 1))
  [ $((ticks % 10)) -ne 0 ] || printf '.'
  sleep 0.1
done
printf ' stopped.\n'
