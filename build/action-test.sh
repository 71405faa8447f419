#!/usr/bin/env bash
# Tests the scripts of the composite action for GitHub, with a gate and a gh of this test: the options that reach the gate,
# the outputs, which comment is replaced, and the exit code. The comments need jq, which is in gh.
set -uo pipefail
home=$(CDPATH= cd -- "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
. "$home/build/checks.sh"
cd "$work" || exit 1

# The script of a step, by the number of its "run:".
script() { # number
    awk -v want="$1" '
        /^ *run: / {
            step++
            indent = match($0, /[^ ]/) - 1
            inside = $0 ~ /run: \|$/
            if (!inside && step == want) { sub(/^ *run: /, ""); print }
            next
        }
        inside && !/^ *$/ && match($0, /[^ ]/) - 1 <= indent { inside = 0 }
        inside && step == want { print substr($0, indent + 3) }
    ' "$home/action.yml"
}
for step in 1 2 3; do
    script $step >"step-$step"
    [ -s "step-$step" ] && bash -n "step-$step" 2>out
    check "the script $step of the action is one of bash" $?
done
[ -z "$(script 4)" ]
check "the action has three scripts" $?
for variable in $(cat step-1 step-2 step-3 | grep -oE '\$\{?(GATE|GH|PULL)_[A-Z_]+' | tr -d '${' | LC_ALL=C sort -u); do
    grep -qE "^ +$variable: " "$home/action.yml"
    check "the action sets $variable" $?
done
! grep -q '\${{' step-1 step-2 step-3
check "no expression is a part of a script" $?

# As a runner starts it, where an unset variable ends the script too.
step() { # number, variables
    env -i PATH="$work/bin:$PATH" RUNNER_TEMP="$work/temp" GITHUB_ACTION_PATH="$work/action" GITHUB_OUTPUT="$work/output" \
        GITHUB_STEP_SUMMARY="$work/summary" GITHUB_REPOSITORY=shop/prices "${@:2}" \
        bash --noprofile --norc -euo pipefail "$work/step-$1" >out 2>&1
}

mkdir -p action/build bin temp
cat >action/build/gate.sh <<FAKE
#!/usr/bin/env bash
if [ "\${BASH_SOURCE[0]}" != "\$0" ]; then
    . "$home/build/gate.sh"
    return
fi
FAKE
cat >>action/build/gate.sh <<'FAKE'
printf '%s\n' "$@" >"$RUNNER_TEMP/arguments"
read -r code result <"$RUNNER_TEMP/answer"
while [ "$1" != --name ]; do shift; done
name=$2 folder=$4
[ "$code" -ne 2 ] || exit 2
mkdir -p "$folder"
printf '%s\n' "<!-- loombench gate${name:+ $name} -->" "### Loombench${name:+, $name}: $result" '' 'Text: more.' >"$folder/comment.md"
exit "$code"
FAKE
chmod +x action/build/gate.sh

# The folder of temporary files is empty at the start of a job.
again() { # exit code, its word, options of the action, name of the gate: a further gate of the same job
    echo "$1 $2" >temp/answer
    : >output
    : >summary
    step 1 GATE_BASE='old app.jar' GATE_HEAD='$(touch hacked) {port}' GATE_OPTIONS="$3" GATE_MARGIN=5% GATE_METRICS='throughput, p99' \
        GATE_ON_UNDECIDED=fail GATE_ON_INVALID=pass GATE_NAME="${4:-}"
}
gate() { # as again
    rm -rf temp/loombench-gate*
    again "$@"
}
arguments=$(printf '%s\n' --base 'old app.jar' --head '$(touch hacked) {port}' --margin 5% --metrics 'throughput, p99' \
    --on-undecided fail --on-invalid pass --name '' --out "$work/temp/loombench-gate" --)

gate 0 passed $'--path=/orders/1 \n\n \t\n    --header=Accept: text/plain\r\n'
check "the action's gate passes" $?
same "each line of the options is one argument, without the blanks around it" "$arguments
--path=/orders/1
--header=Accept: text/plain" "$(cat temp/arguments)"
[ ! -e hacked ]
check "the text of an input is never executed" $?
same "the outputs are folder, code and result" "folder=$work/temp/loombench-gate
code=0
result=passed" "$(cat output)"
cmp summary temp/loombench-gate/comment.md >>out
check "the comment is in the summary of the job" $?

gate 4 undecided ''
check "a step goes on where the gate fails, so that it can comment" $?
same "without options the gate has none" "$arguments" "$(cat temp/arguments)"
same "the exit code of the gate is an output" "folder=$work/temp/loombench-gate
code=4
result=undecided" "$(cat output)"

rm -rf temp/loombench-gate
step 1 GATE_BASE=a GATE_HEAD=b GATE_OPTIONS= GATE_MARGIN= GATE_METRICS= GATE_ON_UNDECIDED= GATE_ON_INVALID= GATE_NAME=
same "inputs that are empty have the defaults of the gate" \
    "$(printf '%s\n' --base a --head b --name '' --out "$work/temp/loombench-gate" --)" "$(cat temp/arguments)"

gate 2 '' '--no-such-option'
check "a step goes on where the gate did not start" $?
same "where the gate did not start, the result is an error" "folder=$work/temp/loombench-gate
code=2
result=error" "$(cat output)"
same "where the gate did not start, the comment says so" '<!-- loombench gate -->
### Loombench: error

Nothing was compared: the gate did not start (exit code 2). The log of the job has the reason.' "$(cat temp/loombench-gate/comment.md)"
cmp summary temp/loombench-gate/comment.md >>out
check "where the gate did not start, the summary says so" $?

gate 0 passed ''
again 99 worse '' orders
same "a gate with a name has outputs of its own" "folder=$work/temp/loombench-gate-orders
code=99
result=worse" "$(cat output)"
grep -q '^### Loombench: passed$' temp/loombench-gate/comment.md
check "a gate with a name leaves the files of another gate" $?
again 2 '' '' prices
same "a gate with a name that did not start names itself" '<!-- loombench gate prices -->
### Loombench, prices: error' "$(head -n 2 temp/loombench-gate-prices/comment.md)"
again 99 worse '' orders
[ $? -eq 2 ] && grep -q '^::error .*same name' out && [ ! -s output ]
check "two gates of one name in a job are refused" $?
for name in ../../home 'a b' 'a-->b' a--b -a a- $'a\nb' "$(printf 'a%.0s' $(seq 61))"; do
    gate 0 passed '' "$name"
    [ $? -eq 2 ] && grep -q '^::error .*name takes' out && [ ! -s output ] && [ "$(echo temp/loombench-gate*)" = 'temp/loombench-gate*' ]
    check "$name is no name of a gate" $?
done
same "the comment is written whatever the result is" "    - continue-on-error: true
      if: inputs.comment == 'true' && github.event_name == 'pull_request'" \
    "$(grep -A1 'continue-on-error' "$home/action.yml")"

for code in 0 99 4 3 2; do
    step 3 GATE_CODE=$code
    same "the action exits with the code $code of the gate" $code $?
done

# A gh that has a list of comments, and leaves what it is asked to write.
cat >bin/gh <<'FAKE'
#!/usr/bin/env bash
[ "$GH_TOKEN" = secret ] && [ "$1" = api ] || exit 9
case $* in
'api user --jq .login') [ -s "$RUNNER_TEMP/login" ] && cat "$RUNNER_TEMP/login" ;;
"api --paginate repos/shop/prices/issues/7/comments --jq "*) [ "$4" = --jq ] && jq "$5" "$RUNNER_TEMP/comments" ;;
*) printf '%s\n' "$*" >>"$RUNNER_TEMP/written" ;;
esac
FAKE
chmod +x bin/gh
marker='<!-- loombench gate -->\n### Loombench: worse'
comments() { # JSON, end of the gate's folder
    printf '%s' "$1" >temp/comments
    rm -f temp/written
    step 2 GH_TOKEN=secret PULL_REQUEST=7 GATE_FOLDER="$work/temp/loombench-gate${2:-}"
}
bot='"user": {"login": "github-actions[bot]"}'
stranger='"user": {"login": "stranger"}'

if type -P jq >/dev/null; then
    gate 99 worse ''
    written="--field body=@$work/temp/loombench-gate/comment.md"
    comments '[]'
    same "the first comment is a new one" "api --method POST repos/shop/prices/issues/7/comments $written" "$(cat temp/written)"
    all="[{\"id\": 1, $bot, \"body\": \"$marker\"}, {\"id\": 2, $bot, \"body\": \"$marker\"}, {\"id\": 3, $bot, \"body\": \"of another action\"},
        {\"id\": 4, $stranger, \"body\": \"$marker\"}, {\"id\": 5, $stranger, \"body\": \"as it says: $marker\"}]"
    comments "$all"
    same "a later one replaces the last of its own" "api --method PATCH repos/shop/prices/issues/comments/2 $written" "$(cat temp/written)"
    gate 2 '' ''
    comments "$all"
    same "one that says error replaces it too" "api --method PATCH repos/shop/prices/issues/comments/2 $written" "$(cat temp/written)"
    gate 99 worse '' orders
    comments "$all" -orders
    same "the comment of a gate with a name replaces none of another gate" \
        "api --method POST repos/shop/prices/issues/7/comments ${written/gate\//gate-orders/}" "$(cat temp/written)"
    comments "[{\"id\": 6, $bot, \"body\": \"<!-- loombench gate orders -->\"}, {\"id\": 7, $bot, \"body\": \"$marker\"}]" -orders
    same "the comment of a gate with a name replaces its own" \
        "api --method PATCH repos/shop/prices/issues/comments/6 ${written/gate\//gate-orders/}" "$(cat temp/written)"
    gate 99 worse ''
    comments "[{\"id\": 4, $stranger, \"body\": \"$marker\"}]"
    same "a comment of another user is never replaced" "api --method POST repos/shop/prices/issues/7/comments $written" "$(cat temp/written)"
    echo stranger >temp/login
    comments "$all"
    same "with a token of a user, the comments are those of that user" \
        "api --method PATCH repos/shop/prices/issues/comments/4 $written" "$(cat temp/written)"
    comments 'no JSON'
    [ $? -ne 0 ] && [ ! -e temp/written ]
    check "where comments cannot be listed, none is written" $?
else
    echo "action-test: no jq, so the comments are not tested"
fi

end_checks action
