#!/usr/bin/env bash
# Tests the check of the subjects of commits, on a history of its own.
set -uo pipefail
home=$(CDPATH= cd -- "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
. "$home/build/checks.sh"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@localhost
export GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@localhost
git init -q "$work/history" && cd "$work/history" && git symbolic-ref HEAD refs/heads/main || exit 1

commit() { git commit -q --allow-empty -m "$1"; }
subjects() { bash "$home/build/commit-subjects.sh" "$@" >"$work/out" 2>"$work/err"; }
text() { printf "$1%.0s" $(seq "$2"); } # a character, how often

commit "start: the history"
commit "load: $(text x 66)"
commit "load: $(text é 66)"
subjects HEAD
check "subjects of 72 characters, of more bytes too, are right" $?
commit "load: $(text x 67)"
subjects HEAD^..HEAD
[ $? -eq 1 ] && grep -q 'has 73 characters' "$work/err"
check "a subject of 73 characters is too long" $?
for subject in 'parse trailers' 'Load: parse trailers' 'load:parse trailers' 'Merge: parse trailers'; do
    commit "$subject"
    subjects HEAD^..HEAD
    [ $? -eq 1 ] && grep -q "was: $subject\$" "$work/err"
    check "\"$subject\" does not start with the area" $?
done

merge() { # subject
    local before
    before=$(git rev-parse HEAD)
    git checkout -q -b side && commit "load: parse trailers" && git checkout -q main &&
        git merge -q --no-ff -m "$1" side && git branch -q -D side && subjects "$before..HEAD"
}
merge "Merge: $(text x 65)"
check "the subject of a merge needs no area" $?
merge "Merge: $(text x 66)"
[ $? -eq 1 ] && grep -q 'has 73 characters' "$work/err" && [ "$(wc -l <"$work/err")" -eq 1 ]
check "the subject of a merge may be too long" $?

git clone -q --depth 1 "file://$work/history" "$work/shallow" && cd "$work/shallow" || exit 1
for range in HEAD HEAD^..HEAD; do
    subjects "$range"
    [ $? -eq 2 ] && grep -q 'git fetch --unshallow' "$work/err"
    check "a shallow clone does not have $range as a whole" $?
done
commit "docs: a later commit"
subjects HEAD^..HEAD
check "what a shallow clone has is checked" $?

end_checks commit-subjects-test
