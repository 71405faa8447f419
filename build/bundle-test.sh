#!/usr/bin/env bash
# Tests a bundle as a user meets it: unpacked into an empty folder, with neither Java nor Maven on PATH, to the first answer.
#
#   bash build/bundle-test.sh ARCHIVE VERSION
set -uo pipefail
[ $# -eq 2 ] || { sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2; }
archive=$(cd "$(dirname "$1")" && pwd -P)/$(basename "$1")
version=$2
# What the bundle promises, on two processors that have nothing else to do.
most_seconds=100
work=$(mktemp -d)
work=$(cd "$work" && pwd -P)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
: >"$work/out"
: >"$work/err"

check() { # sentence, condition's exit code
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1"
        sed 's/^/    /' "$work/out" "$work/err"
    fi
}

# The launcher's programs, those by which the lab starts and ends servers.
mkdir "$work/programs" "$work/an empty folder" "$work/home"
for program in sh cat cksum cut dirname mkdir mv readlink rm sleep stty setsid taskset sed grep ls tr; do
    file=$(type -P "$program") && ln -s "$file" "$work/programs/"
done
alone() { # words: in an environment without anything else
    env -i HOME="$work/home" PATH="$work/programs" "$@"
}
! alone sh -c 'command -v java || command -v javac || command -v mvn' >"$work/out"
check "neither Java nor Maven is on PATH" $?

cd "$work/an empty folder" || exit 1
begin=$SECONDS
tar -xzf "$archive"
home=$(echo "$PWD"/loombench-*)
loombench=$home/bin/loombench
alone "$loombench" run >"$work/out" 2>"$work/err"
[ $? -eq 0 ] && grep -q '^Recommended: tomcat virtual' "$work/out"
check "the first experiment of README has its answer" $?
seconds=$((SECONDS - begin))
echo "bundle-test: unpacked and answered in $seconds s"
[ "$seconds" -le "$most_seconds" ]
check "unpacked to the first answer in at most $most_seconds s, was $seconds s" $?

[ "$(alone "$loombench" --version 2>"$work/err")" = "loombench $version" ]
check "it has the version $version" $?
alone "$loombench" list liberty-2024/ping-2cpu >"$work/out" 2>"$work/err"
check "it shows an experiment whose server it has not" $?
alone "$loombench" run embedded-h2 >"$work/out" 2>"$work/err"
[ $? -eq 2 ] && grep -q 'use a server that this installation has, or a clone of Loombench' "$work/err"
check "a server that it has not is reported before anything starts" $?

echo "bundle-test: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
