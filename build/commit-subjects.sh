#!/usr/bin/env bash
# Checks the subjects of commits: build/commit-subjects.sh RANGE, as in origin/main..HEAD. A subject starts with the area and
# a colon, and has at most 72 characters.
set -euo pipefail
range=${1:?a range of commits, as in origin/main..HEAD}
subjects=$(git log --no-merges --format='%h %s' "$range" --)
failed=0
while read -r commit subject; do
    [ -n "$commit" ] || continue
    if [ ${#subject} -gt 72 ]; then
        echo "$commit: the subject has ${#subject} characters, expected at most 72: $subject" >&2
        failed=1
    fi
    if ! [[ $subject =~ ^[a-z][A-Za-z0-9._/,\ -]*:\ [^\ ] ]]; then
        echo "$commit: expected the area, a colon and what changes, as in \"load: parse trailers\"; was: $subject" >&2
        failed=1
    fi
done <<<"$subjects"
exit "$failed"
