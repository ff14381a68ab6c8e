#!/usr/bin/env bash
# Clients that are not Java's, against a broker: foreign-clients.sh [HOST:PORT]
#
# kcat (librdkafka), kafkajs and python3-kafka each produce 100,000 records (RECORDS sets another count) with each codec
# they have, with keys and headers, to three partitions, and everything is read back (kcat and python with assigned
# partitions, kafkajs as the only member of a group) and compared line by line. Then the three are members of one group,
# and nothing may be lost or read twice when they join and leave. Without an address a broker of ours is started from
# this source tree and ended afterwards. Installs what it needs where it can (apt-get, npm) and says
# SKIP where it cannot. Exit code: the number of failures.
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
clients=$here/src/test/resources/clients
records=${RECORDS:-100000}
partitions=3
work=$(mktemp -d)
broker_pid=''
members=''
failures=0

finish() {
  # shellcheck disable=SC2086
  [ -z "$members" ] || kill $members 2> /dev/null
  if [ -n "$broker_pid" ]; then
    kill "$broker_pid" 2> /dev/null
    wait "$broker_pid" 2> /dev/null
  fi
  if [ "$failures" = 0 ]; then
    rm -rf "$work"
  else
    echo "what was sent and read is left in $work"
  fi
}
trap finish EXIT

say() { printf '%-5s %s\n' "$1" "$2"; }
fail() {
  say FAIL "$1"
  failures=$((failures + 1))
}

answers() { (exec 3<> "/dev/tcp/${1%:*}/${1##*:}") 2> /dev/null; }

free_port() {
  local port
  for port in $(shuf -i 20000-30000 -n 50); do
    answers "127.0.0.1:$port" || { echo "$port" && return; }
  done
  return 1
}

start_broker() {
  local port tries=300
  port=$(free_port) || return 1
  bootstrap=127.0.0.1:$port
  "$here/../bin/kafka-server-start.sh" "$here/../config/server.properties" \
    --override "listeners=PLAINTEXT://$bootstrap" --override "advertised.listeners=PLAINTEXT://$bootstrap" \
    --override "log.dirs=$work/log" --override zookeeper.embedded=true --override zookeeper.embedded.port=0 \
    --override "zookeeper.embedded.data.dir=$work/zookeeper" > "$work/broker.out" 2>&1 &
  broker_pid=$!
  until answers "$bootstrap"; do
    tries=$((tries - 1))
    if [ $tries = 0 ] || ! kill -0 "$broker_pid" 2> /dev/null; then
      echo "the broker did not start:"
      tail -20 "$work/broker.out"
      return 1
    fi
    sleep 0.2
  done
}

# Commands for the Java client of the reference, one a line on standard input.
java_client() {
  local jars=$here/reference/clients-3.9/target/jars
  [ -d "$work/driver" ] \
    || javac -d "$work/driver" -cp "$jars/*" "$clients/ClientDriver.java" "$clients/Commands.java" 2> "$work/java.err" \
    || return 1
  java -Xmx256m -XX:+UseSerialGC -cp "$work/driver:$jars/*" ClientDriver "$bootstrap" 2> "$work/java.err"
}

create_topics() {
  local client codec
  {
    echo "create topic=$run-mixed partitions=$partitions"
    for client in kcat kafkajs python; do
      for codec in none gzip snappy lz4 zstd; do
        echo "create topic=$run-$client-$codec partitions=$partitions"
      done
    done
  } | java_client > "$work/created"
  [ "$(grep -c '^ok$' "$work/created")" = 16 ]
}

# in.txt: partition TAB key TAB value; want.txt: what readers must print, partition by partition.
make_records() {
  awk -v count="$records" -v parts=$partitions 'BEGIN {
    for (i = 0; i < count; i++)
      printf "%d\tkey-%d\trecord %07d of a foreign client, %d\n", i % parts, i % 997, i, (i * 7919) % 1000003
  }' > "$work/in.txt"
  local partition
  for ((partition = 0; partition < partitions; partition++)); do
    grep "^$partition	" "$work/in.txt" > "$work/in.$partition"
    sed 's/$/\th=v/' "$work/in.$partition"
  done > "$work/want.txt"
}

# Compares what was read with what must be there.
compare() {
  if cmp -s "$work/want.txt" "$2"; then
    say PASS "$1: $records records"
  else
    cp "$2" "$work/$1.read" 2> /dev/null
    fail "$1: $(wc -l < "$2") records read of $records, or not the same"
  fi
}

installed() {
  command -v "$1" > /dev/null 2>&1 && return
  install_packages "$2"
  command -v "$1" > /dev/null 2>&1
}

install_packages() {
  command -v apt-get > /dev/null 2>&1 || return 1
  local sudo=''
  [ "$(id -u)" = 0 ] || sudo='sudo -n'
  $sudo apt-get update > "$work/apt.out" 2>&1
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y --no-install-recommends $1 >> "$work/apt.out" 2>&1
}

kcat_round_trip() {
  local topic=$run-kcat-$1 partition
  for ((partition = 0; partition < partitions; partition++)); do
    cut -f2- "$work/in.$partition" | kcat -b "$bootstrap" -P -t "$topic" -p "$partition" -z "$1" -K '\t' -H h=v \
      -X linger.ms=20 -X broker.address.family=v4 2>> "$work/kcat.err" || return 1
  done
  for ((partition = 0; partition < partitions; partition++)); do
    kcat -b "$bootstrap" -C -t "$topic" -p "$partition" -o beginning -e -q -X broker.address.family=v4 \
      -f '%p\t%k\t%s\t%h\n' 2>> "$work/kcat.err" || return 1
  done > "$work/read.txt"
}

with_kcat() {
  if ! installed kcat kcat && ! installed kcat kafkacat; then
    say SKIP 'kcat is not installed and cannot be (package kcat)'
    return
  fi
  local codec
  for codec in none gzip snappy lz4 zstd; do
    if kcat_round_trip $codec; then
      compare "kcat-$codec" "$work/read.txt"
    else
      fail "kcat-$codec: $(tail -1 "$work/kcat.err")"
    fi
  done
}

with_kafkajs() {
  if ! installed npm npm || ! command -v node > /dev/null; then
    say SKIP 'Node.js and npm are not installed and cannot be'
    return
  fi
  mkdir "$work/node"
  if ! (cd "$work/node" && npm install --no-audit --no-fund kafkajs) > "$work/npm.out" 2>&1; then
    say SKIP 'npm cannot fetch kafkajs'
    return
  fi
  local package
  for package in kafkajs-snappy kafkajs-lz4; do
    (cd "$work/node" && npm install --no-audit --no-fund "$package") >> "$work/npm.out" 2>&1 || true
  done
  local codec result
  for codec in none gzip snappy lz4 zstd; do
    NODE_PATH=$work/node/node_modules KAFKAJS_NO_PARTITIONER_WARNING=1 node "$clients/produce.js" "$bootstrap" \
      "$run-kafkajs-$codec" $codec "$work/in.txt" > "$work/kafkajs.out" 2>&1
    result=$?
    if [ $result = 77 ]; then
      say SKIP "kafkajs-$codec: $(tail -1 "$work/kafkajs.out")"
    elif [ $result != 0 ]; then
      fail "kafkajs-$codec: $(tail -1 "$work/kafkajs.out")"
    else
      NODE_PATH=$work/node/node_modules timeout 120 node "$clients/group.js" "$bootstrap" "$run-kafkajs-$codec" \
        "$run-kafkajs-$codec" $codec "$records" > "$work/unsorted.txt" 2> "$work/kafkajs.out"
      sort -s -n -k1,1 "$work/unsorted.txt" > "$work/read.txt"
      compare "kafkajs-$codec" "$work/read.txt"
    fi
  done
}

with_python() {
  local python=/usr/bin/python3
  if ! $python -c 'import kafka' 2> /dev/null; then
    install_packages 'python3-kafka python3-snappy python3-lz4 python3-zstandard'
  fi
  if ! $python -c 'import kafka' 2> /dev/null; then
    say SKIP 'python3-kafka is not installed and cannot be'
    return
  fi
  local codec result
  for codec in none gzip snappy lz4 zstd; do
    $python "$clients/round_trip.py" "$bootstrap" "$run-python-$codec" $codec $partitions "$work/in.txt" \
      "$work/read.txt" > "$work/python.out" 2>&1
    result=$?
    if [ $result = 77 ]; then
      say SKIP "python-$codec: $(tail -1 "$work/python.out")"
    elif [ $result != 0 ]; then
      fail "python-$codec: $(tail -1 "$work/python.out")"
    else
      compare "python-$codec" "$work/read.txt"
    fi
  done
}

# member NAME COMMAND...: starts a member of the mixed group; its records go to mixed.NAME, its words to member.NAME.
member() {
  local name=$1
  shift
  "$@" > "$work/mixed.$name" 2> "$work/member.$name" &
  members="$members $!"
  echo $! > "$work/pid.$name"
}

end_member() { kill -"$2" "$(cat "$work/pid.$1")" && wait "$(cat "$work/pid.$1")"; }

# How many partitions the last line about it gives a member.
assigned_to() {
  local line
  line=$(grep -a 'assigned' "$work/member.$1" | tail -1)
  case $line in
    *assigned:*) grep -o '\[[0-9]*\]' <<< "$line" | wc -l ;;
    *) echo "${line##* }" ;;
  esac
}

# until_true COMMAND...: within half a minute.
until_true() {
  local tries=150
  until "$@"; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || return 1
    sleep 0.2
  done
}

all_assigned_to() {
  local name sum=0 its
  for name in "$@"; do
    its=$(assigned_to "$name")
    [ "${its:-0}" -gt 0 ] || return 1
    sum=$((sum + its))
  done
  [ "$sum" = "$partitions" ]
}

read_by_all() { [ "$(cat "$work"/mixed.* 2> /dev/null | wc -l)" -ge "$1" ]; }

# produce_mixed FILTER...: what the filter leaves of each partition's records.
produce_mixed() {
  local partition
  for ((partition = 0; partition < partitions; partition++)); do
    "$@" "$work/in.$partition" | cut -f2- | kcat -b "$bootstrap" -P -t "$run-mixed" -p "$partition" -K '\t' -H h=v \
      -X linger.ms=20 -X broker.address.family=v4
  done
}

# One member of each kind; after half of the records kcat leaves, and the others take over.
with_mixed_group() {
  if ! command -v kcat > /dev/null || [ ! -d "$work/node/node_modules/kafkajs" ] \
    || ! /usr/bin/python3 -c 'import kafka' 2> /dev/null; then
    say SKIP 'a mixed group needs kcat, kafkajs and python3-kafka'
    return
  fi
  local group=$run-mixed half=$((records / partitions / 2))
  member kcat kcat -u -b "$bootstrap" -G "$group" -f '%p\t%k\t%s\t%h\n' -X broker.address.family=v4 \
    -X auto.offset.reset=earliest -X partition.assignment.strategy=roundrobin -X session.timeout.ms=10000 \
    -X heartbeat.interval.ms=500 "$run-mixed"
  member python /usr/bin/python3 "$clients/group.py" "$bootstrap" "$group" "$run-mixed"
  NODE_PATH=$work/node/node_modules member kafkajs node "$clients/group.js" "$bootstrap" "$group" "$run-mixed" none
  if ! until_true all_assigned_to kcat python kafkajs; then
    fail "mixed group: partitions of kcat, python, kafkajs: $(assigned_to kcat), $(assigned_to python), $(assigned_to kafkajs)"
    return
  fi
  produce_mixed head -n $half
  until_true read_by_all $((half * partitions)) || fail 'mixed group: the first half of the records is not read'
  end_member kcat INT
  until_true all_assigned_to python kafkajs || fail 'mixed group: the partition of kcat has no new owner'
  produce_mixed tail -n +$((half + 1))
  until_true read_by_all "$records"
  end_member python TERM
  end_member kafkajs TERM
  members=''
  LC_ALL=C sort "$work/want.txt" > "$work/want.sorted"
  LC_ALL=C sort "$work"/mixed.* > "$work/read.sorted"
  if cmp -s "$work/want.sorted" "$work/read.sorted"; then
    say PASS "mixed group: $records records; of kcat, python, kafkajs: $(cd "$work" \
      && wc -l mixed.kcat mixed.python mixed.kafkajs | awk 'NR < 4 { printf "%s%d", sep, $1; sep = ", " }')"
  else
    fail "mixed group: $(wc -l < "$work/read.sorted") records read of $records, or not the same"
  fi
}

if [ ! -d "$here/reference/clients-3.9/target/jars" ]; then
  echo 'build first: mvn -q install -DskipTests'
  exit 2
fi
bootstrap=${1:-}
run=foreign-$$
if [ -z "$bootstrap" ]; then
  start_broker || exit 1
elif ! answers "$bootstrap"; then
  echo "nobody listens at $bootstrap"
  exit 1
fi
make_records
create_topics || {
  fail "topics cannot be created: $(grep -v '^ok' "$work/created" | head -1)"
  exit $failures
}
with_kcat
with_kafkajs
with_python
with_mixed_group
exit $failures
