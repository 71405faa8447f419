#!/usr/bin/env bash
# Tests the gate for continuous integration: its conditions, its exit codes, its files, and one comparison of a server of the
# JDK with itself.
set -uo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
work=$(mktemp -d)
work=$(cd "$work" && pwd -P)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
cd "$work"
: >out
: >err

check() { # sentence, condition's exit code
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1"
        sed 's/^/    /' "$work/out" "$work/err" 2>/dev/null
    fi
}

same() { # sentence, expected, actual
    printf 'expected: %s\nactual:   %s\n' "$2" "$3" >"$work/out"
    [ "$2" = "$3" ]
    check "$1" $?
}

call() { # function of the gate, its arguments
    (. "$home/build/gate.sh" && "$@")
}

same "5 % of a throughput is a factor below 1" 'head throughput<0.9500x' "$(call condition throughput 500)"
same "5 % of a cost is a factor above 1" 'head p99>1.0500x' "$(call condition p99 500)"
same "a margin may have decimals" 'head cpu-per-request>1.0250x' "$(call condition cpu-per-request "$(call hundredths 2.5%)")"
same "a margin of 8 % is no octal number" 800 "$(call hundredths 08)"
for margin in '' five 100% 5%% -5 1.234; do
    call hundredths "$margin" >out 2>err
    [ $? -ne 0 ]
    check "\"$margin\" is no margin" $?
done

# Those of the tool, but capacity, which a comparison does not measure; throughput alone is worse where it is less.
metrics=$(sed -n 's/^ *[A-Z][A-Z0-9_]*("\([^"]*\)", .*).*/\1/p' "$home/model/src/main/java/dev/loombench/experiment/Metric.java")
for metric in $metrics; do
    call is_metric "$metric" >out 2>err || [ "$metric" = capacity ]
    check "the metric $metric of the tool is one of the gate" $?
done
same "the tool has as many metrics as this test expects" 16 "$(wc -w <<<"$metrics" | tr -d ' ')"
more=$(sed -n 's/^ *[A-Z][A-Z0-9_]*("\([^"]*\)", true).*/\1/p' "$home/model/src/main/java/dev/loombench/experiment/Metric.java")
same "more is better by throughput alone" 'throughput capacity' "$(paste -sd ' ' - <<<"$more")"

# A program in place of loombench, which leaves its arguments and a result.
mkdir -p fake/build
cp "$home/build/gate.sh" fake/build/
cat >fake/loombench <<'FAKE'
#!/usr/bin/env bash
printf '%s\n' "$@" >arguments
for word; do
    case $word in
    json=*) echo '{}' >"${word#json=}" ;;
    esac
done
FAKE
chmod +x fake/loombench
conditions() { # list of metrics -> the metric of the verdict, and the conditions
    : >arguments
    fake/build/gate.sh --base a --head b --out fake/out --metrics "$1" >out 2>err
    grep -E -A1 -- '^--(metric|fail-if)$' arguments | grep -v '^--' | paste -sd ,
}
same "blanks in a list of metrics change no condition" 'p99,head p99>1.0500x,head throughput<0.9500x' \
    "$(conditions ' p99,  throughput ')"
for metrics in '' ' ' 'p99,' ',p99' 'p99,,throughput' 'p98' 'p99 throughput' 'capacity'; do
    : >arguments
    fake/build/gate.sh --base a --head b --out nowhere --metrics "$metrics" >out 2>err
    [ $? -eq 2 ] && grep -q '^gate.sh: --metrics' err && [ ! -s arguments ] && [ ! -e nowhere ]
    check "\"$metrics\" is no list of metrics" $?
done

# In a bundle, called by a link.
mkdir -p fake-bundle/bin links
cp "$home/build/gate.sh" fake-bundle/bin/loombench-gate
cp fake/loombench fake-bundle/bin/
ln -s ../fake-bundle/bin/loombench-gate links/gate
: >arguments
links/gate --base a --head b --out fake/out >out 2>err
[ $? -eq 0 ] && grep -q '^compare$' arguments && grep -q '^loombench-gate: Not worse' err
check "the gate of a bundle runs the launcher of that bundle" $?

for code in 0 99 4 3; do
    same "exit code $code stays" "$code" "$(call gate_code "$code" fail fail)"
done
same "an undecided result passes where that was said" 0 "$(call gate_code 4 pass fail)"
same "an invalid result passes where that was said" 0 "$(call gate_code 3 fail pass)"
same "a worse result never passes" 99 "$(call gate_code 99 pass pass)"
same "an error never passes" 1 "$(call gate_code 1 pass pass)"

"$home/build/gate.sh" --base a.jar --head b.jar --out nothing -- --help >out 2>err
[ $? -eq 1 ] && grep -q '^### Loombench: error' nothing/comment.md && grep -q '<error' nothing/junit.xml
check "an option that compares nothing is an error" $?

printf '### Question?\n\n**Answer: 3 < 4 & "more".**\n\n| a | b |\n| --- | ---: |\n| x | 1 |\n' >report.md
call comment worse "5 %" report.md >out
grep -q '^### Loombench: worse$' out && grep -q '^\*\*Answer' out && grep -q '^<details><summary>' out &&
    [ "$(grep -n '^<details>' out | cut -d: -f1)" -lt "$(grep -n '^| x | 1 |' out | cut -d: -f1)" ]
check "a comment has the answer, and the figures folded" $?
call comment error "5 %" missing.md >out
grep -q 'Nothing was compared' out && ! grep -q details out
check "a comment without a report has no details" $?

case_of() { # outcome, code of the gate -> junit.xml
    call junit "$1" "$2" "5 %" report.md 7 >junit.xml
    cp junit.xml out
}
case_of passed 0
grep -q 'failures="0" errors="0" skipped="0" time="7"' junit.xml && ! grep -q '<failure\|<error\|<skipped' junit.xml
check "a passed gate is a passed test" $?
case_of worse 99
grep -q 'failures="1"' junit.xml && grep -q '<failure message="Worse: the head' junit.xml && grep -q '3 &lt; 4 &amp; &quot;more&quot;' junit.xml
check "a worse head is a failure, with the report as escaped text" $?
case_of undecided 4
grep -q '<failure message="Undecided' junit.xml
check "an undecided result is a failure" $?
case_of undecided 0
grep -q 'skipped="1"' junit.xml && grep -q '<skipped message="Undecided' junit.xml
check "an undecided result that passes is skipped" $?
case_of invalid 3
grep -q 'errors="1"' junit.xml && grep -q '<error message="Invalid' junit.xml
check "an invalid result is an error" $?
if command -v python3 >/dev/null; then
    printf 'bell \007 escape \033[31m\n' >report.md
    case_of worse 99
    python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' junit.xml >out 2>err
    check "the report for JUnit is XML, whatever the report holds" $?
fi

for arguments in '' '--base a.jar' '--base' '--base a.jar --head b.jar --margin 0' '--base a.jar --head b.jar --on-undecided maybe' 'a.jar b.jar'; do
    # shellcheck disable=SC2086 # several words
    "$home/build/gate.sh" $arguments >out 2>err
    [ $? -eq 2 ] && grep -q '^gate.sh: ' err && [ ! -e loombench-gate ]
    check "wrong usage exits with 2 and starts nothing: $arguments" $?
done
"$home/build/gate.sh" --help >out 2>err
[ $? -eq 0 ] && grep -q '^Exit codes' out
check "--help describes the exit codes" $?

# A comparison of a server with itself, short: it must not be worse, and may be undecided or invalid on a busy machine.
. "$home/build/find-jdk.sh"
find_jdk || exit 1
mkdir site
echo hello >site/index.html
server="$jdk/bin/jwebserver -b 127.0.0.1 -p {port} -d $work/site"
"$home/build/gate.sh" --base "$server" --head "$server" --margin 60% --metrics throughput -- \
    --path /index.html -c 4 --trials 3 -d 1s --warm-up 2s --results "$work/results" >out 2>err
code=$?
{ [ $code -eq 0 ] || [ $code -eq 4 ] || [ $code -eq 3 ]; } && [ -s loombench-gate/result.json ] && [ -s loombench-gate/report.html ]
check "a server compared with itself is not worse, and leaves its result (exit code $code)" $?
grep -q '^### Loombench: ' loombench-gate/comment.md && grep -q 'head' loombench-gate/comment.md
check "its comment has the report" $?

"$home/build/gate.sh" --base "$server" --head "no-such-program {port}" -- --results "$work/results" >out 2>err
[ $? -eq 2 ] && grep -q 'Nothing was compared' loombench-gate/comment.md && grep -q '<error ' loombench-gate/junit.xml
check "a head that cannot be started is an error, not a passed gate" $?

echo "gate: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
