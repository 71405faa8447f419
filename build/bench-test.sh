#!/usr/bin/env bash
# Compiles the Java and C sources of bench/, which no Maven module builds. Run by ./check, after the build.
set -euo pipefail
home=$(CDPATH= cd -- "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
. "$home/build/find-jdk.sh"
find_jdk || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Restricted methods are used on purpose; class paths within jars belong to the libraries.
"$jdk/bin/javac" -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -Xlint:all,-restricted,-path -Werror -d "$work" \
    -cp "$home/governor/target/governor.jar:$home/cli/target/loombench.jar:$home/cli/target/lib/*" \
    "$home"/bench/{harness,governor,proof,proof/*,inspect,profile,agents}/*.java

for proof in QueueTheoryCheck SuiteCheck AaCheck; do
    "$jdk/bin/java" -XX:+UseSerialGC -cp "$work:$home/cli/target/lib/*" $proof
done

for script in "$home"/bench/{compare,paired.sh,nginx.sh,program.sh,agents/run,grpc/run,http2/run,http2/conformance,inspect/run,tls/run,tls/memory,profile/run,profile/difference,governor/run,governor/jmh/run,governor/limiters/run,governor/stress/run,proof/run,stalls/run} "$home/build/conformance.sh" "$home/examples/check-governed"; do
    bash -n "$script"
done

# What the scripts build has the class path of their programs.
(
    . "$home/bench/program.sh"
    [ -f "${tool%%:*}" ] || { echo "FAILED: bench/program.sh names ${tool%%:*}, which no module makes" >&2 && exit 1; }
)

# Without their tools, the suites of others say what is missing.
mkdir "$work/path" && ln -s "$(command -v dirname)" "$work/path/"
code=0
said=$(PATH=$work/path "$BASH" "$home/build/conformance.sh" 2>&1) || code=$?
if [ "$code" -ne 2 ] || ! grep -q 'h2spec needs Go' <<<"$said" || ! grep -q 'Autobahn needs Python 2.7' <<<"$said"; then
    echo "FAILED: build/conformance.sh without tools has exit code $code and says: $said"
    exit 1
fi

if [ "$(uname)" = Linux ] && command -v cc >/dev/null; then
    for source in "$home"/bench/*.c; do
        if grep -q linux/io_uring.h "$source" && ! echo 'int flag = IORING_SETUP_DEFER_TASKRUN;' |
            cc -include linux/io_uring.h -xc -fsyntax-only - 2>/dev/null; then
            echo "bench: ${source##*/} not compiled: it needs the headers of Linux 6.1"
            continue
        fi
        cc -std=gnu17 -Wall -Wextra -Werror -fsyntax-only "$source"
    done
else
    echo "bench: C sources not compiled: they need Linux and a C compiler"
fi
echo "bench/ compiles"
