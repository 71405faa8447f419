#!/usr/bin/env bash
# Tests the gate for continuous integration: its conditions, its exit codes, its files, and one comparison of a server of the
# JDK with itself.
set -uo pipefail
home=$(CDPATH= cd -- "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
. "$home/build/checks.sh"
cd "$work"

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
same "lines of a list of metrics change no condition" 'p99,head p99>1.0500x,head throughput<0.9500x' \
    "$(conditions $'p99,\r\nthroughput\n')"
for metrics in '' ' ' 'p99,' ',p99' 'p99,,throughput' 'p98' 'p99 throughput' $'p99\nthroughput' 'capacity'; do
    : >arguments
    fake/build/gate.sh --base a --head b --out nowhere --metrics "$metrics" >out 2>err
    [ $? -eq 2 ] && grep -q '^gate.sh: --metrics' err && [ ! -s arguments ] && [ ! -e nowhere ]
    check "\"$metrics\" is no list of metrics" $?
done

# One whose head does not start, and says why in colours, on standard error.
cat >fake/loombench <<'FAKE'
#!/usr/bin/env bash
echo 'on standard output'
printf 'loombench: \033[31mhead\033[0m ended with <code> 1; its last lines:\n    bell \007 `Address` already in use\n' >&2
[ -z "${FAKE_RESULT:-}" ] || echo '{}' >"$FAKE_RESULT"
exit "${FAKE_CODE:-1}"
FAKE
fake/build/gate.sh --base a --head b --out fake/out >out 2>err
[ $? -eq 1 ] && grep -q "already in use" err && [ "$(cat out)" = 'on standard output' ]
check "errors of the comparison are shown, and its output is apart" $?
grep -q 'errors.txt' fake/out/comment.md && ! grep -q 'already in use' fake/out/comment.md && grep -q 'already in use' fake/out/errors.txt
check "a comment of an error says where the reason is, which may hold what a service printed" $?
grep -q '>loombench: head ended with &lt;code&gt; 1; its last lines:$' fake/out/junit.xml && ! grep -q "$(printf '\007')" fake/out/junit.xml
check "the report for JUnit has the reason of an error" $?
FAKE_CODE=3 FAKE_RESULT=fake/out/result.json fake/build/gate.sh --base a --head b --out fake/out >out 2>err
[ $? -eq 3 ] && ! grep -q 'already in use' fake/out/comment.md fake/out/junit.xml
check "other results have their report alone" $?
for code in 0 3 4 99; do
    FAKE_CODE=$code fake/build/gate.sh --base a --head b --on-undecided pass --on-invalid pass --out fake/out >out 2>err
    [ $? -eq 1 ] && grep -q '^### Loombench: error' fake/out/comment.md && grep -q '<error' fake/out/junit.xml
    check "exit code $code without a result is an error" $?
done
for language in C C.UTF-8; do
    printf 'a%.0s' $(seq 399) >long
    printf '\303\244\303\244 end\n' >>long
    [ "$(LC_ALL=$language call last_errors long)" = "$(printf 'a%.0s' $(seq 399))" ]
    check "a long line is cut between characters, with LC_ALL=$language" $?
done

# Two gates of one pull request; and one whose command is wrong, in the folder of an earlier one.
fake/build/gate.sh --base a --head b --name orders >out 2>err
[ $? -eq 1 ] && [ "$(head -n 2 loombench-gate-orders/comment.md)" = "<!-- loombench gate orders -->
### Loombench, orders: error" ] && grep -q 'name="orders: the head is not worse' loombench-gate-orders/junit.xml && [ ! -e loombench-gate ]
check "a gate with a name has a folder, a comment and a test of its own" $?
fake/build/gate.sh --base a --head b --name orders --margin 0 >out 2>err
[ $? -eq 2 ] && [ -z "$(ls loombench-gate-orders)" ]
check "wrong usage leaves no result of an earlier gate" $?
for name in '' orders-v2.1 a "$(printf 'a%.0s' $(seq 60))"; do
    fake/build/gate.sh --base a --head b --name "$name" --out fake/out >out 2>err
    [ $? -eq 1 ]
    check "\"$name\" is a name of a gate, or none" $?
done
for name in ../up 'two words' a--b -a a- '<b>' "$(printf 'a%.0s' $(seq 61))"; do
    fake/build/gate.sh --base a --head b --name "$name" >out 2>err
    [ $? -eq 2 ] && grep -q '^gate.sh: --name takes' err
    check "\"$name\" is no name of a gate" $?
done

# In a bundle, called by a link, where a folder of CDPATH has another bin.
mkdir -p fake-bundle/bin links elsewhere/bin
cp "$home/build/gate.sh" fake-bundle/bin/loombench-gate
cat >fake-bundle/bin/loombench <<'FAKE'
#!/usr/bin/env bash
printf '%s\n' "$@" >"$GATE_ARGUMENTS"
for word; do
    case $word in
    json=*) echo '{}' >"${word#json=}" ;;
    esac
done
FAKE
chmod +x fake-bundle/bin/loombench
export GATE_ARGUMENTS=$work/arguments
ln -s ../fake-bundle/bin/loombench-gate links/gate
: >arguments
links/gate --base a --head b --out fake/out >out 2>err
[ $? -eq 0 ] && grep -q '^compare$' arguments && grep -q '^loombench-gate: Not worse' err
check "the gate of a bundle runs the launcher of that bundle" $?
: >arguments
(cd fake-bundle && CDPATH="$work/elsewhere:.:$work" bin/loombench-gate --base a --head b --out ../fake/out) >out 2>err
[ $? -eq 0 ] && grep -q '^compare$' arguments
check "CDPATH does not lead it to another folder" $?

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
{ cat report.md && head -c 70000 /dev/zero | tr '\0' a; } >long.md
call comment worse "5 %" long.md >out
grep -q '^\*\*Answer' out && grep -q 'report\.html' out && ! grep -q details out && [ "$(wc -c <out)" -lt 65536 ]
check "a report that is too long for a comment is named, and not in it" $?

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
grep -q '<failure message="Undecided.*--budget' junit.xml
check "an undecided result is a failure, with what would decide it" $?
case_of undecided 0
grep -q 'skipped="1"' junit.xml && grep -q '<skipped message="Undecided' junit.xml
check "an undecided result that passes is skipped" $?
case_of invalid 3
grep -q 'errors="1"' junit.xml && grep -q '<error message="Invalid' junit.xml
check "an invalid result is an error" $?
if command -v python3 >/dev/null; then
    printf 'bell \007 escape \033[31m none \357\277\276\357\277\277 replaced \357\277\275\n' >report.md
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
[ $? -eq 2 ] && grep -q 'Nothing was compared' loombench-gate/comment.md && grep -q 'no-such-program' loombench-gate/errors.txt &&
    grep -q '<error ' loombench-gate/junit.xml && grep -q 'no-such-program' loombench-gate/junit.xml
check "a head that cannot be started is an error with its reason, not a passed gate" $?

end_checks gate
