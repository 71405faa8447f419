#!/usr/bin/env bash
# Runs the root folder of the image as its user: the tool, and every program that a plan for Kubernetes starts in a pod. It
# needs root for mounts of its own, and is skipped without.
#
#   bash build/image-test.sh ROOT
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2; }
root=$1
if [ "$(id -u)" -ne 0 ] || ! unshare --mount true 2>/dev/null; then
    echo "image-test: skipped, since it needs root and mounts of its own" >&2
    exit 0
fi

inside() { # words
    unshare --mount --propagation private sh -c '
        root=$1 && shift
        mount --bind /dev "$root/dev" && mount --bind /proc "$root/proc" && exec env -i HOME=/home/loombench \
            LOOMBENCH_NO_CACHE=1 PATH=/usr/local/bin:/bin "$(command -v chroot)" \
            --userspec=10001:10001 "$root" "$@"' sh "$root" "$@"
}

fail() { # message
    echo "image-test: $1" >&2
    exit 1
}

inside sh -c 'cd /home/loombench && printf a >file && rm file' || fail "its user cannot write its home"
inside loombench --version >/dev/null || fail "loombench does not start"
plans=$(inside loombench plan quickstart --kubernetes --image a && inside loombench plan http://a/ --kubernetes --image a) ||
    fail "loombench cannot write a plan"
# Copies by kubectl are made by tee and tar.
programs=$(printf '%s\n' "$plans" |
    sed -nE -e 's/^ *command: \[([a-z]+).*/\1/p' -e 's/.*kubectl exec .* -- ([a-z]+) .*/\1/p' | LC_ALL=C sort -u)
case $programs in *install*loombench*sh*sleep*) ;; *) fail "the plans start other programs than expected: $programs" ;; esac
for program in $programs tee tar; do
    inside sh -c "command -v $program" >/dev/null || fail "it has no $program"
done
for program in install sleep tee tar; do
    inside "$program" --version >/dev/null || fail "$program does not start"
done
