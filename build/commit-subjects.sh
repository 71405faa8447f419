#!/usr/bin/env bash
# Checks the subjects of commits: build/commit-subjects.sh RANGE, as in origin/main..HEAD. A subject has at most 72
# characters, and starts with the area and a colon unless the commit is a merge. A shallow clone must have the whole range.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/locale.sh"
use_utf8 # characters are counted, not bytes
range=${1:?a range of commits, as in origin/main..HEAD}
shallow=$(git rev-parse --git-path shallow)
if ! commits=$(git log --format='%h %P|%s' "$range" --) ||
    { [ -s "$shallow" ] && git rev-list "$range" -- | grep -Fxf "$shallow" >/dev/null; }; then
    echo "$range is not in this clone as a whole; a shallow clone gets the rest by: git fetch --unshallow" >&2
    exit 2
fi
failed=0
while IFS= read -r line; do
    [ -n "$line" ] || continue
    commit=${line%% *} parents=${line%%|*} subject=${line#*|}
    if [ ${#subject} -gt 72 ]; then
        echo "$commit: the subject has ${#subject} characters, expected at most 72: $subject" >&2
        failed=1
    fi
    if ! [[ $parents == *\ *\ * || $subject =~ ^[a-z][A-Za-z0-9._/,\ -]*:\ [^\ ] ]]; then
        echo "$commit: expected the area, a colon and what changes, as in \"load: parse trailers\"; was: $subject" >&2
        failed=1
    fi
done <<<"$commits"
exit "$failed"
