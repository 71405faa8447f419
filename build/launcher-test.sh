#!/usr/bin/env bash
# Tests the launcher as a user would meet it: from another folder, through a symlink, with wrong words and no JDK.
set -uo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

check() { # sentence, condition's exit code
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1"
        sed 's/^/    /' "$work/out" "$work/err" 2>/dev/null
    fi
}

cd "$work"
ln -s "$home/loombench" "$work/through a link"

"$work/through a link" list >"$work/out" 2>"$work/err"
check "it builds what is missing and lists from any folder through a link" $?
grep -q '^  quickstart' "$work/out"
check "list shows the quickstart" $?
grep -q 'virtual' "$work/out"
check "list shows the models" $?

"$home/loombench" list >"$work/out" 2>"$work/err"
[ ! -s "$work/err" ]
check "nothing is built twice" $?

[ -s "$home/target/loombench.aot" ]
check "a cache for a fast start was made" $?

"$home/loombench" lst >"$work/out" 2>"$work/err"
[ $? -eq 2 ] && grep -q "list" "$work/err"
check "a wrong verb is usage, and the right one is named" $?

LOOMBENCH_JAVA_HOME=$work "$home/loombench" list >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q "LOOMBENCH_JAVA_HOME is" "$work/err"
check "a wrong LOOMBENCH_JAVA_HOME is named" $?

# A machine without a JDK 25: only a few tools on PATH, no usual folders.
mkdir "$work/bin"
for tool in bash dirname readlink; do ln -s "$(command -v "$tool")" "$work/bin/$tool"; done
env -i HOME="$work" PATH="$work/bin" bash -c '. "$1"; usual_jdk_folders=(); find_jdk' bash "$home/build/find-jdk.sh" \
    >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q "no JDK 25 or later found" "$work/err" && grep -q "LOOMBENCH_JAVA_HOME=" "$work/err"
check "without a JDK it says what to do" $?

"$home/loombench" list >/dev/full 2>"$work/err"
[ $? -eq 1 ] && grep -q "cannot write to standard output" "$work/err"
check "output that does not arrive ends with 1" $?
"$home/loombench" list 2>"$work/err" | head -n 1 >"$work/out"
[ "${PIPESTATUS[*]}" = "0 0" ] && [ ! -s "$work/err" ]
check "a reader that has seen enough ends nothing" $?

env -u HOME "$home/loombench" list >"$work/out" 2>"$work/err"
check "it starts where HOME is not set" $?

accented=$work/$'caf\303\251'
mkdir "$accented" && cp "$home"/experiments/articles/alibaba-2024/figures.yaml "$accented/"
for ascii in LC_ALL=C LC_ALL=POSIX LC_ALL= LC_ALL=xx_YY.UTF-8; do # the last is installed nowhere
    env -u LANG -u LC_CTYPE "$ascii" "$home/loombench" audit "$accented/figures.yaml" >"$work/out" 2>"$work/err"
    [ $? -eq 99 ] && ! grep -qv '^bash: warning: setlocale' "$work/err"
    check "it reads a file whose name is not ASCII, with $ascii" $?
done
(. "$home/build/locale.sh" && export LC_ALL=C.UTF-8 && use_utf8 && [ "$LC_ALL" = C.UTF-8 ] &&
    unset LC_ALL LANG LC_CTYPE && use_utf8 && [ -z "${LC_ALL:-}" ] && [ "$LC_CTYPE" = C.UTF-8 ])
check "it changes no more of the locale than the encoding, and that only where it is ASCII" $?

for wrong in 'a:b' 'wow!'; do
    mkdir "$work/$wrong" && cp -r "$home/loombench" "$home/build" "$work/$wrong/"
    "$work/$wrong/loombench" list >"$work/out" 2>"$work/err"
    [ $? -eq 2 ] && grep -q "it is installed in \".*$wrong\"" "$work/err" && [ ! -e "$work/$wrong/target" ]
    check "it refuses to start from a folder named $wrong" $?
done

# Locks: of a holder that lives, of one that has ended, of one whose pid another process has now.
. "$home/build/lock.sh"
sleep 60 &
started $!
ln -s "$! $start" "$work/lock"
take_lock "$work/lock"
[ $? -ne 0 ] && [ "$holder" = $! ]
check "a lock is waited for while its holder lives, and the holder is known" $?
{ kill $! && wait $!; } 2>/dev/null
take_lock "$work/lock"
take_lock "$work/lock"
check "a lock whose holder has ended is taken over" $?
ln -sfn "$$ 1" "$work/lock" && ! take_lock "$work/lock" && take_lock "$work/lock" && [ -z "$(ls "$work"/lock.* 2>/dev/null)" ]
check "a lock whose pid belongs to another process now is taken over" $?
ln -sfn "$BASHPID $start" "$work/lock" && drop_stale_lock "$work/lock" "1 1" && [ -L "$work/lock" ]
check "a lock that was taken meanwhile is not dropped" $?

# Every input of the build: as in this folder, in a copy of its poms that claims to be built.
copy=$work/copy
(cd "$home" && for pom in pom.xml {lab,governor,jmx-agent,zoo/*}/pom.xml; do
    mkdir -p "$copy/${pom%pom.xml}src/main" "$copy/${pom%pom.xml}target" && touch -d 2020-01-01 "$copy/$pom" "$copy/${pom%pom.xml}src/main"
done)
for server in "$copy"/zoo/*/; do touch "$server/target/zoo-$(basename "$server").jar"; done
touch "$copy"/{lab/target/loombench,governor/target/governor,jmx-agent/target/jmx-agent}.jar "$copy/target/built"
is_stale() { (home=$copy built=$copy/target/built && . "$home_build/stale.sh" && stale); }
home_build=$home/build
! is_stale
check "what is built is not built again" $?
for input in pom.xml lab/pom.xml governor/pom.xml governor/src/main zoo/work/pom.xml zoo/work/src/main lab/src/main; do
    touch -d "+1 minute" "$copy/$input"
    is_stale
    check "it builds when $input has changed" $?
    touch -d 2020-01-01 "$copy/$input"
done
for jar in governor/target/governor.jar zoo/tomcat/target/zoo-tomcat.jar; do
    rm "$copy/$jar"
    is_stale
    check "it builds when $jar is missing" $?
    touch "$copy/$jar"
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
