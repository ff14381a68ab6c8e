#!/usr/bin/env bash
# Runs a class of Milena: kafka-run-class.sh [-daemon] [-name NAME] [-loggc] CLASS [arguments ...]
#
# Works from an unpacked distribution (libs/ beside bin/) and from a source tree, where it builds the distribution first
# when that is missing or older than the sources. The environment variables are those that Kafka users know:
#
#   JAVA_HOME                    the JDK to use; else the java on the PATH
#   KAFKA_HEAP_OPTS              heap, default -Xmx256m (kafka-server-start.sh sets its own)
#   KAFKA_JVM_PERFORMANCE_OPTS   garbage collector and the like
#   KAFKA_OPTS                   anything else for the JVM, such as a Java agent
#   KAFKA_JMX_OPTS, JMX_PORT     JMX for other processes; JMX_HOST, default 127.0.0.1, says who may connect
#   KAFKA_LOGBACK_OPTS           logging, default -Dlogback.configurationFile=config/tools-logback.xml
#   LOG_DIR                      where log files go, default logs/ of the installation
#   CLASSPATH                    jars of your own, placed after Milena's
#   MILENA_CLASS_ARCHIVE         off: neither use nor make the class archive that shortens the start
set -euo pipefail

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

# The directory above the one that the file, after all symbolic links, lies in.
base_of() {
  dirname "$(dirname "$(readlink -f "$1")")"
}

jdk_hint() {
  cat >&2 << 'HINT'
Install one with:
  Debian, Ubuntu:  sudo apt-get install -y openjdk-17-jdk-headless    (Debian 13 or newer: openjdk-21-jdk-headless)
  Fedora:          sudo dnf install -y java-21-openjdk-devel
  macOS:           brew install openjdk@17 && export JAVA_HOME="$(brew --prefix openjdk@17)"
HINT
}

maven_hint() {
  cat >&2 << 'HINT'
Install it with:
  Debian, Ubuntu:  sudo apt-get install -y maven
  Fedora:          sudo dnf install -y maven
  macOS:           brew install maven
HINT
}

# The major version of the java given: from the JDK's own file when it has one, which is much quicker than asking it.
java_major() {
  local home version
  home=$(base_of "$1")
  if [ -r "$home/release" ]; then
    version=$(sed -n 's/^JAVA_VERSION="\(.*\)"/\1/p' "$home/release")
  fi
  if [ -z "${version:-}" ]; then
    version=$("$1" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p' | head -n 1 || true)
  fi
  version=${version#1.}
  printf '%s\n' "${version%%[!0-9]*}"
}

find_java() {
  if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    if [ ! -x "$java" ]; then
      printf 'No java in JAVA_HOME (%s).\n' "$JAVA_HOME" >&2
      jdk_hint
      exit 1
    fi
  elif ! java=$(command -v java); then
    printf 'No java found: Milena needs JDK 17 or newer.\n' >&2
    jdk_hint
    exit 1
  fi
  local major
  major=$(java_major "$java")
  if [ "${major:-0}" -lt 17 ]; then
    printf 'Java %s is too old: Milena needs JDK 17 or newer (%s).\n' "${major:-unknown}" "$java" >&2
    jdk_hint
    exit 1
  fi
}

check_build_tools() {
  if [ ! -x "$(dirname "$java")/javac" ] && ! command -v javac > /dev/null; then
    printf 'Building from source needs a JDK; %s is a runtime without a compiler.\n' "$java" >&2
    jdk_hint
    exit 1
  fi
  local found version
  if ! found=$(command -v mvn); then
    printf 'No mvn found: building from source needs Maven 3.8 or newer.\n' >&2
    maven_hint
    exit 1
  fi
  version=$("$found" -v | sed -n 's/^[^A]*Apache Maven \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  local major=${version%%.*} minor=${version##*.}
  if [ "${major:-0}" -lt 3 ] || { [ "$major" -eq 3 ] && [ "$minor" -lt 8 ]; }; then
    printf 'Maven %s is too old: building from source needs Maven 3.8 or newer.\n' "${version:-unknown}" >&2
    maven_hint
    exit 1
  fi
}

# Prints one source that is newer than the file given, if there is any.
newer_source() {
  local module
  for module in protocol-generator kafka-clients kafka-storage kafka-admin kafka-server; do
    set -- "$@" "$base/$module/pom.xml" "$base/$module/src/main" "$base/$module/src/assembly"
  done
  local built=$1 path
  shift
  for path in "$base/pom.xml" "$@"; do
    if [ -e "$path" ]; then
      find "$path" -type f -newer "$built"
    fi
  done | head -n 1
}

# Prints the archive that a build has left, if there is any.
built_archive() {
  [ ! -d "$base/kafka-server/target" ] \
    || find "$base/kafka-server/target" -maxdepth 1 -name 'milena-*.tar.gz' | head -n 1
}

build_when_stale() {
  local tarball reason
  tarball=$(built_archive)
  if [ -z "$tarball" ] || [ ! -d "${tarball%.tar.gz}/libs" ]; then
    reason='it is not built yet'
  else
    reason=$(newer_source "$tarball" || true)
    [ -n "$reason" ] || { libs=${tarball%.tar.gz}/libs; return 0; }
    reason="${reason#"$base"/} has changed"
  fi
  check_build_tools
  printf 'Building the distribution, because %s. The first time takes a minute or two.\n' "$reason" >&2
  printf '  (cd %s && mvn -q -DskipTests package -pl kafka-server -am)\n' "$base" >&2
  (cd "$base" && mvn -q -B -DskipTests package -pl kafka-server -am) >&2 \
    || fail 'The build failed; see above.'
  tarball=$(built_archive)
  [ -n "$tarball" ] || fail 'The build made no distribution under kafka-server/target.'
  touch "$tarball"
  built=true
  libs=${tarball%.tar.gz}/libs
}

find_libs() {
  libs=$base/libs
  [ -d "$libs" ] && return 0
  [ -f "$base/kafka-server/pom.xml" ] \
    || fail "No libs directory in $base: neither an unpacked distribution nor a source tree."
  build_when_stale
}

# A fixed order, because the class archive is valid for one class path only.
build_classpath() {
  local jar
  classpath=
  for jar in "$libs"/*.jar; do
    classpath=${classpath:+$classpath:}$jar
  done
  classpath=$classpath${CLASSPATH:+:$CLASSPATH}
}

# A class archive takes more than half off the start. After a build from source a short rehearsal makes it; else the JVM
# writes it when a broker without one ends cleanly. It is good for one JVM and one class path: the text beside it says
# which, and one that is older than the jars is made anew. An archive of directories cannot be made, and one made under
# an agent would hold the agent's classes, so neither is tried.
add_class_archive() {
  [ "$name" = kafkaServer ] && [ "${MILENA_CLASS_ARCHIVE:-on}" != off ] && [ -z "${CLASSPATH:-}" ] || return 0
  case " ${KAFKA_OPTS:-} ${KAFKA_JVM_PERFORMANCE_OPTS:-}" in
    *' -javaagent'* | *' -agent'* | *' -Xshare'* | *' -XX:SharedArchiveFile'*) return 0 ;;
  esac
  [ -d "$LOG_DIR" ] && [ -w "$LOG_DIR" ] || return 0
  local archive=$LOG_DIR/kafka-server.jsa
  jvm+=(-Xlog:cds=off -Xlog:cds+dynamic=off)
  if ! archive_fits "$archive"; then
    rm -f "$archive"
    printf '%s\n' "$java $classpath" > "$archive.for"
    if [ "$built" = false ]; then
      jvm+=("-XX:ArchiveClassesAtExit=$archive")
      return 0
    fi
    (rehearse "$archive") > /dev/null 2>&1 || true
  fi
  [ ! -f "$archive" ] || jvm+=(-Xshare:auto "-XX:SharedArchiveFile=$archive")
}

archive_fits() {
  local made_for=
  [ -f "$1" ] && [ -f "$1.for" ] && read -r made_for < "$1.for" && [ "$made_for" = "$java $classpath" ] \
    && [ -z "$(find "$libs" "$java" -newer "$1" | head -n 1)" ]
}

# Starts a broker in a folder of its own, asks it two questions and stops it, for the classes that it loads. In a subshell.
rehearse() {
  local folder pid=
  folder=$(mktemp -d "${TMPDIR:-/tmp}/milena-rehearsal.XXXXXX") || return 0
  trap '[ -z "$pid" ] || kill -KILL "$pid"; rm -rf "$folder"' EXIT
  trap 'exit 1' INT TERM
  printf '%s\n' broker.id=0 listeners=PLAINTEXT://127.0.0.1:0 "log.dirs=$folder/kafka" zookeeper.embedded=true \
    zookeeper.embedded.port=0 "zookeeper.embedded.data.dir=$folder/zookeeper" > "$folder/server.properties"
  "$java" "${jvm[@]}" "-XX:ArchiveClassesAtExit=$1" "-Dlogback.configurationFile=$base/config/logback.xml" \
    "-Dkafka.logs.dir=$folder" -cp "$classpath" "$class" "$folder/server.properties" > "$folder/out" < /dev/null &
  pid=$!
  local turn=0 port=
  while [ "$turn" -lt 300 ] && kill -0 "$pid" && ! grep -q ' serves \[' "$folder/out"; do
    turn=$((turn + 1))
    sleep 0.1
  done
  port=$(sed -n 's/.*Bound .* on port \([0-9]*\)$/\1/p' "$folder/out")
  [ -z "$port" ] || ask_rehearsing_broker "$port" || true
  kill -TERM "$pid" || true
  wait "$pid" || true
  pid=
}

# ApiVersions v0, then Metadata v1 for all topics; what comes first in each answer is its length.
ask_rehearsing_broker() {
  exec 3<> "/dev/tcp/127.0.0.1/$1" || return 0
  printf '\000\000\000\017\000\022\000\000\000\000\000\001\000\005begin' >&3
  printf '\000\000\000\023\000\003\000\001\000\000\000\002\000\005begin\377\377\377\377' >&3
  read -r -t 5 -n 1 <&3 || true
  sleep 0.3
  exec 3>&-
}

add_jmx() {
  if [ -n "${JMX_PORT:-}" ]; then
    local host=${JMX_HOST:-127.0.0.1}
    jvm+=("-Dcom.sun.management.jmxremote.port=$JMX_PORT" "-Dcom.sun.management.jmxremote.rmi.port=$JMX_PORT")
    if [ -z "${KAFKA_JMX_OPTS:-}" ]; then
      jvm+=(-Dcom.sun.management.jmxremote.authenticate=false -Dcom.sun.management.jmxremote.ssl=false)
      jvm+=("-Dcom.sun.management.jmxremote.host=$host")
      [ "$host" = 0.0.0.0 ] || jvm+=("-Djava.rmi.server.hostname=$host")
    fi
  fi
  split_into_jvm "${KAFKA_JMX_OPTS:-}"
}

# Options come as one text in a variable; words are split at blanks, nothing is expanded.
split_into_jvm() {
  local words=()
  read -r -d '' -a words <<< "$1" || true
  jvm+=(${words[@]+"${words[@]}"})
}

usage() {
  fail "usage: $(basename "$0") [-daemon] [-name NAME] [-loggc] CLASS [arguments ...]"
}

base=$(base_of "${BASH_SOURCE[0]}")
daemon=false
name=tool
loggc=false
built=false
while [ $# -gt 0 ]; do
  case $1 in
    -daemon) daemon=true ;;
    -loggc) loggc=true ;;
    -name)
      [ $# -gt 1 ] || usage
      name=$2
      shift
      ;;
    *) break ;;
  esac
  shift
done
[ $# -gt 0 ] || usage
class=$1

find_java
find_libs
build_classpath
LOG_DIR=${LOG_DIR:-$base/logs}
jvm=()
split_into_jvm "${KAFKA_HEAP_OPTS:--Xmx256m}"
split_into_jvm "${KAFKA_JVM_PERFORMANCE_OPTS:--XX:+UseSerialGC -XX:TieredStopAtLevel=1}"
if [ "$daemon" = true ] || [ "$name" = kafkaServer ]; then
  mkdir -p "$LOG_DIR" || fail "cannot make the directory for log files: $LOG_DIR (LOG_DIR sets another)"
fi
if [ "$loggc" = true ]; then
  mkdir -p "$LOG_DIR"
  jvm+=("-Xlog:gc*:file=$LOG_DIR/$name-gc.log:time,tags:filecount=10,filesize=100M")
fi
add_class_archive
add_jmx
if [ -n "${KAFKA_LOGBACK_OPTS:-}" ]; then
  split_into_jvm "$KAFKA_LOGBACK_OPTS"
else
  logback=tools-logback.xml
  [ "$name" != kafkaServer ] || logback=logback.xml
  jvm+=("-Dlogback.configurationFile=$base/config/$logback")
fi
[ -z "${KAFKA_LOG4J_OPTS:-}" ] \
  || printf 'KAFKA_LOG4J_OPTS is not used: logging is Logback (config/logback.xml, KAFKA_LOGBACK_OPTS).\n' >&2
jvm+=("-Dkafka.logs.dir=$LOG_DIR" "-Dmilena.home=$base" -Djava.awt.headless=true)
# Netty's watch for leaked buffers costs a stack trace at one allocation in 128 and is for tests; KAFKA_OPTS can set it.
jvm+=(-Dio.netty.leakDetection.level=disabled)
split_into_jvm "${KAFKA_OPTS:-}"

# Threads that allocate native memory otherwise get an arena each, which the broker's few loops do not need.
export MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-2}
if [ "$daemon" = true ]; then
  nohup "$java" "${jvm[@]}" -cp "$classpath" "$@" > "$LOG_DIR/$name.out" 2>&1 < /dev/null &
  printf 'Started %s in the background, process %s; its console output goes to %s\n' "$name" "$!" "$LOG_DIR/$name.out"
else
  exec "$java" "${jvm[@]}" -cp "$classpath" "$@"
fi
