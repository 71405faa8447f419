#!/usr/bin/env bash
# Runs the root folder of the image as its user, and with a root that is read-only but for volumes, as `podman run --read-only`
# and the pods of a plan for Kubernetes have it: the tool, its entry point, a short trial, and every program that a plan starts
# in a pod. It needs root for mounts of its own, and says that it is skipped without.
#
#   bash build/image-test.sh ROOT
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2; }
home=$(CDPATH= cd -- "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
root=$(CDPATH= cd -- "$1" && pwd -P)
skip() { # reason
    echo "image-test: skipped, so nothing of the image was tested: $1" >&2
    exit 0
}
[ "$(id -u)" -eq 0 ] || skip "it needs root; as a user who may: sudo bash build/image-test.sh $1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unshare --mount --propagation private mount --bind "$work" "$work" 2>/dev/null ||
    skip "root may not mount folders here, as in a container without CAP_SYS_ADMIN"

# A mount covers what is there, so that the root is mounted onto itself first: only this mount becomes read-only.
inside() { # volumes, as in "/tmp /data", and words
    unshare --mount --propagation private sh -c '
        root=$1 volumes=$2 && shift 2
        mount --bind "$root" "$root" || exit
        for folder in dev proc sys; do mount --bind "/$folder" "$root/$folder" || exit; done
        for volume in $volumes; do mount -t tmpfs -o mode=1777 volume "$root$volume" || exit; done
        mount -o remount,bind,ro "$root" && exec env -i HOME=/home/loombench LANG=C.UTF-8 LOOMBENCH_NO_CACHE=1 PATH=/usr/local/bin:/bin \
            "$(command -v chroot)" --userspec=10001:10001 "$root" "$@"' sh "$root" "$@"
}

fail() { # message
    echo "image-test: $1" >&2
    [ ! -s "$work/out" ] || tail -n 20 "$work/out" >&2
    exit 1
}

# Those of docs/release.md, and those of the pods of a plan.
documented='/tmp /home/loombench' planned='/tmp /data'

inside "$planned" sh -c 'if printf a >/home/loombench/file; then exit 1; fi' 2>/dev/null || fail "its root is not read-only"
inside "$documented" sh -c 'cd /home/loombench && printf a >file && rm file' || fail "its user cannot write its home"
inside "$planned" loombench --version >/dev/null || fail "loombench does not start"

# By hand what Jib writes into the image.
java=$(sed -n 's:.*<jib.java>\(.*\)</jib.java>.*:\1:p' "$home/image/pom.xml")
entry=()
while IFS= read -r word; do
    [ "$word" != '${jib.java}' ] || word=$java
    entry+=("$word")
done < <(sed -n 's:^ *<arg>\(.*\)</arg>$:\1:p' "$home/image/pom.xml")
inside "$documented" "${entry[@]}" --version >/dev/null || fail "its entry point does not start"
inside "$documented" "${entry[@]}" list zoö >"$work/out" 2>&1 || true
grep -q '"zoö"' "$work/out" || fail "it replaces what is no ASCII in an argument"
: >"$work/out"

# One short trial is valid or not: it is completed either way, and leaves its result on the volume.
cat >"$work/trial.yaml" <<'YAML'
question: Does a trial run where the root is read-only?

variants:
  - server: tomcat
    model: virtual

load:
  users: 4
  path: /hello

phases:
  warm-up: 1s
  measure: 1s

trials: 1
YAML
code=0
inside "$planned" sh -c '
    export XDG_CACHE_HOME=/data/cache
    code=0
    cd /data && cat >trial.yaml || exit 1
    loombench run trial.yaml || code=$?
    ls results >/dev/null && exit "$code"' <"$work/trial.yaml" >"$work/out" 2>&1 || code=$?
case $code in
0 | 3 | 4) grep -q '^ *tomcat virtual .*[0-9]/s' "$work/out" && ! grep -q 'no trial was completed' "$work/out" ;;
*) false ;;
esac || fail "it cannot run a trial"
: >"$work/out"

plans=$(inside "$planned" loombench plan quickstart --kubernetes --image a &&
    inside "$planned" loombench plan http://a/ --kubernetes --image a) || fail "loombench cannot write a plan"
# Copies by kubectl are made by tee and tar.
programs=$(printf '%s\n' "$plans" |
    sed -nE -e 's/^ *command: \[([a-z]+).*/\1/p' -e 's/.*kubectl exec .* -- ([a-z]+) .*/\1/p' | LC_ALL=C sort -u)
case $programs in *install*loombench*sh*sleep*) ;; *) fail "the plans start other programs than expected: $programs" ;; esac
for program in $programs tee tar; do
    inside "$planned" sh -c "command -v $program" >/dev/null || fail "it has no $program"
done
for program in install sleep tee tar; do
    inside "$planned" "$program" --version >/dev/null || fail "$program does not start"
done
# As an initial container of a plan copies the key.
inside "$planned" install -m 0400 /etc/passwd /data/key || fail "the key cannot be copied to a volume"
