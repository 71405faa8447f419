#!/usr/bin/env bash
# Tests a bundle as a user meets it: unpacked into an empty folder, with neither Java nor Maven on PATH, to the first answer;
# the first start, and the AOT cache that is made behind it.
#
#   bash build/bundle-test.sh ARCHIVE VERSION REPOSITORY
#
# The repository has the server netty, as in file:///srv/maven.
set -uo pipefail
[ $# -eq 3 ] || { sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2; }
archive=$(CDPATH= cd -- "$(dirname "$1")" && pwd -P)/$(basename "$1")
version=$2 repository=$3
sources=$(CDPATH= cd -- "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
fetched=$sources/fetched.yaml
# What the bundle promises, on two processors that have nothing else to do.
most_seconds=${LOOMBENCH_BUNDLE_SECONDS:-100} most_millis=${LOOMBENCH_BUNDLE_MILLIS:-300}
. "$sources/checks.sh"

# The launcher's programs, those by which the lab starts and ends servers, and those of this test.
mkdir "$work/programs" "$work/an empty folder" "$work/home"
for program in sh cat cksum cut dirname ln mkdir mv readlink rm sleep stty nice setsid taskset sed grep ls tr script uname; do
    file=$(type -P "$program") && ln -s "$file" "$work/programs/"
done
alone() { # words: in an environment without anything else
    env -i HOME="$work/home" PATH="$work/programs" "$@"
}
! alone sh -c 'command -v java || command -v javac || command -v mvn' >"$work/out"
check "neither Java nor Maven is on PATH" $?

cache=$work/home/.cache/loombench
left() { # what is there of the AOT cache; a run leaves a lock of its own there
    ls -A "$cache" 2>/dev/null | grep -F .aot
}

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
[ -z "$(left)" ]
check "a measurement makes no cache" $?

# The README of the bundle, whose links and commands are none of a clone.
readme=$home/README.md
! grep -oE '\]\([^)]*\)' "$readme" | grep -v '^\](https://' >"$work/out" && ! grep -qF './loombench' "$readme"
check "README has no link into a clone, and no command of one" $?
for path in $(grep -oE '`[a-z]+(/[a-z0-9-]*)+' "$readme" | tr -d '`') version platform LICENSE; do
    [ -e "$home/$path" ]
    check "README names $path, which is there" $?
done
for command in $(sed -n 's:^bin/loombench \([a-z]*\) .*:\1:p' "$readme"); do
    alone "$loombench" "$command" --help >"$work/out" 2>"$work/err"
    check "README names the command $command, which is there" $?
done

# As with another libc, whose loader is missing, and on another machine.
other=$work/other
mkdir -p "$other/bin" "$other/runtime/bin"
cp "$loombench" "$other/bin/"
cp "$home/version" "$home/build" "$home/platform" "$other/"
cannot_start() { # content of a program
    printf "$1" >"$other/runtime/bin/java"
    chmod +x "$other/runtime/bin/java"
    alone "$other/bin/loombench" --help >"$work/out" 2>"$work/err"
    [ $? -eq 2 ] && grep -q "which is for .*, cannot be started here, on $(uname -sm)" "$work/err"
}
cannot_start '#!/no/such/loader\n'
check "a runtime whose loader is missing is reported with the platform" $?
echo another machine >"$other/platform"
cannot_start '\177ELF\001\001\n'
check "a runtime for another machine is reported with the platform" $?

[ "$(alone "$loombench" --version 2>"$work/err")" = "loombench $version" ]
check "it has the version $version" $?
[ "$(cd "$home" && alone CDPATH=".:$work" bin/loombench --version 2>"$work/err")" = "loombench $version" ]
check "it starts by a relative path where CDPATH is set" $?
if [ "$(uname -s)" != Linux ] || [ -d /usr/lib/locale/C.utf8 ] || [ -d /usr/lib/locale/C.UTF-8 ]; then
    for locale in LANG= LANG=C LC_ALL=POSIX; do
        alone "$locale" "$loombench" list zoö >"$work/out" 2>"$work/err"
        [ $? -eq 2 ] && grep -q '"zoö"' "$work/err"
        check "with $locale it reads an argument that is no ASCII" $?
    done
fi
alone "$loombench" list liberty-2024/ping-2cpu >"$work/out" 2>"$work/err"
check "it shows an experiment whose server it has not" $?
alone "$loombench" run liberty-2024/ping-2cpu >"$work/out" 2>"$work/err"
[ $? -eq 2 ] && grep -q 'use a server that this installation has, or a clone of Loombench' "$work/err"
check "a server that cannot be fetched is reported before anything starts" $?
alone LOOMBENCH_REPOSITORY=file:///nowhere "$loombench" run embedded-h2 >"$work/out" 2>"$work/err"
[ $? -eq 2 ] && grep -q 'bank is not in this installation' "$work/err"
check "a server that the repository has not is reported before anything starts" $?

# One short trial is valid or not: it is completed either way.
fetches() { # repository
    alone LOOMBENCH_REPOSITORY="$1" "$loombench" run "$fetched" >"$work/out" 2>"$work/err"
    case $? in
    0 | 3 | 4) grep -q '^ *netty event-loop .*[0-9]/s' "$work/out" && ! grep -q 'no trial was completed' "$work/out" ;;
    *) return 1 ;;
    esac
}
alone "$loombench" list >"$work/out" 2>"$work/err"
grep -q '^ *fetched before their first trial: bank, ' "$work/out" &&
    grep -q '^ *unavailable: axum, go, liberty, quarkus$' "$work/out"
check "it lists the servers that are fetched, and those that cannot be" $?
fetches "$repository"
check "a server that it has not is fetched and runs" $?
fetches file:///nowhere
check "what was fetched is kept" $?

# The gate for continuous integration, which is bash; a head that cannot be started is the shortest comparison.
mkdir "$work/bash"
for program in bash env tail tee tr; do
    file=$(type -P "$program") && ln -sf "$file" "$work/bash/"
done
gate() { # words
    alone PATH="$work/programs:$work/bash" "$home/bin/loombench-gate" "$@" >"$work/out" 2>"$work/err"
}
gate --base "'$home/runtime/bin/java' -m jdk.httpserver -b 127.0.0.1 -p {port}" --head "no-such-program {port}" --out "$work/gate"
[ $? -eq 2 ] && grep -q 'no-such-program' "$work/err" && grep -q 'no-such-program' "$work/gate/errors.txt"
check "its gate compares with its launcher, and reports a head that cannot be started" $?

# Milliseconds since the epoch. EPOCHREALTIME may have a comma; bash 3.2, that of macOS, does not have it.
now() {
    local micros=${EPOCHREALTIME:-}
    micros=${micros//[.,]/}
    if [ -n "$micros" ]; then echo $((micros / 1000)); else perl -MTime::HiRes=time -e 'printf "%d", 1000 * time'; fi
}
least=
for start in 1 2 3; do
    from=$(now)
    alone HOME="$work/home-$start" "$loombench" --help >"$work/out" 2>"$work/err"
    check "--help starts without a cache" $?
    millis=$(($(now) - from))
    [ -n "$least" ] && [ "$least" -le "$millis" ] || least=$millis
done
echo "bundle-test: the first --help took $least ms"
[ "$least" -le "$most_millis" ]
check "the first --help takes at most $most_millis ms, was $least ms" $?
alone HOME="$work/home-1" JDK_JAVA_OPTIONS="-Xlog:class+load:file=$work/loaded" "$loombench" run --help \
    >"$work/out" 2>"$work/err"
grep -q 'picocli.CommandLine source: shared objects file' "$work/loaded"
check "without a cache a run has the classes of its start from the bundle" $?
[ ! -e "$work/home-1/.cache" ]
check "without a terminal no cache is made" $?

made=$cache/$version-$(printf '%s %s' "$home" "$(cat "$home/build")" | cksum | cut -d' ' -f1).aot
wait_for() { # condition
    local tries=0
    until eval "$1" || [ $tries -ge 600 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    eval "$1"
}
mkdir -p "$cache"

if script -qec true /dev/null </dev/null >/dev/null 2>&1; then # macOS has another one
    # A terminal, which stays until the cache is there, as the shell of a user does.
    alone script -qec "'$loombench' --help; [ ! -e '$made' ] && echo prompt; tries=0
        until [ -s '$made' ] || [ \$tries -ge 600 ]; do sleep 0.1; tries=\$((tries + 1)); done" /dev/null </dev/null \
        >"$work/out" 2>"$work/err"
    grep -q '^prompt' "$work/out" && [ -s "$made" ]
    check "at a terminal the cache is made behind the first --help" $?
    wait_for '[ ! -e "$made.lock" ]' && [ "$(left)" = "${made##*/}" ]
    check "its maker ends, and leaves the cache alone" $?
    alone JDK_JAVA_OPTIONS="-Xlog:class+load:file=$work/loaded" "$loombench" list >"$work/out" 2>"$work/err"
    grep -q 'picocli.CommandLine source: shared objects file' "$work/loaded"
    check "the next start has its classes from the cache" $?
    alone XDG_CACHE_HOME=relative script -qec "'$loombench' --help" /dev/null </dev/null >"$work/out" 2>"$work/err"
    [ $? -eq 0 ] && [ ! -e relative ]
    check "a relative path of a cache is ignored" $?
    alone XDG_CACHE_HOME=/dev/null script -qec "'$loombench' --help" /dev/null </dev/null >"$work/out" 2>"$work/err"
    [ $? -eq 0 ] && head -n 1 "$work/out" | grep -q '^Usage'
    check "at a terminal it starts where the folder of the cache cannot be made" $?
else
    echo "bundle-test: no program script that takes a command, so the start at a terminal is not tested"
fi

rm -f "$made"
make_cache() {
    alone sh "$home/libexec/make-cache" "$home" "$made" >"$work/out" 2>"$work/err"
}
make_cache &
first=$!
make_cache &
wait "$first" $!
[ -s "$made" ] && [ "$(left)" = "${made##*/}" ]
check "two makers at once leave one cache" $?

rm -f "$made"
make_cache &
wait_for '[ -s "$made.lock" ]'
alone "$loombench" run --help >"$work/out" 2>"$work/err"
wait $!
[ -z "$(left)" ]
check "a measurement ends the maker, which leaves nothing" $?

make_cache &
wait_for '[ -s "$made.lock" ]'
kill -9 "$(cat "$made.lock")"
wait $! 2>/dev/null
: >"$made.1.conf" # as one that was killed leaves
make_cache
[ -s "$made" ] && [ "$(left)" = "${made##*/}" ]
check "what a killed maker left is taken over" $?

end_checks bundle-test
