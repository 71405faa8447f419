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

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
