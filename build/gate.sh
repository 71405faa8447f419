#!/usr/bin/env bash
# Compares a head with a base for continuous integration: a comparison in blocks, a comment in Markdown, a report for
# JUnit, and an exit code. In a bundle it is bin/loombench-gate, and needs neither a JDK nor Maven. docs/ci.md
set -euo pipefail

self=${BASH_SOURCE[0]}
while [ -L "$self" ]; do
    target=$(readlink "$self")
    case $target in
    /*) self=$target ;;
    *) self=$(dirname "$self")/$target ;;
    esac
done
home=$(CDPATH= cd -- "$(dirname "$self")/.." && pwd -P)
program=${self##*/}
loombench=$home/loombench # the launcher of a clone
[ -x "$loombench" ] || loombench=$home/bin/loombench

usage() {
    cat <<TEXT
Usage: $program --base SERVICE --head SERVICE [options] [-- options of loombench compare]

  --base SERVICE        the version to compare with: an executable jar, a command with {port}, or a URL
  --head SERVICE        the version to judge
  --margin PERCENT      how much worse the head may be, as in 5%. Default: 5%
  --metrics LIST        what must not be worse, as in throughput,p99,cpu-per-request.
                        Default: throughput,cpu-per-request
  --on-undecided fail|pass   exit code 4, or 0 with a warning. Default: fail
  --on-invalid fail|pass     exit code 3, or 0 with a warning. Default: fail
  --name NAME           of this gate, where a pull request has several: in its comment, its test and its folder
  --out FOLDER          for comment.md, junit.xml, result.json, report.html and errors.txt.
                        Default: loombench-gate, or loombench-gate-NAME

Exit codes: 0 not worse; 99 worse; 4 undecided; 3 invalid; 2 wrong usage; 1 internal error; 130 interrupted.
Example: $program --base old.jar --head new.jar --margin 5% -- --path /orders/1 -c 50 --budget 6m
TEXT
}

wrong() { # message
    echo "$program: $1; see $program --help" >&2
    exit 2
}

# A margin as hundredths of a percent: 5%, 5 and 2.5% are 500, 500 and 250.
hundredths() { # margin
    local number=${1%\%} decimals=
    [[ $number =~ ^([0-9]{1,2})(\.([0-9]{1,2}))?$ ]] || return 1
    decimals=${BASH_REMATCH[3]:-}00
    echo $((10#${BASH_REMATCH[1]} * 100 + 10#${decimals:0:2}))
}

# The metrics of a verdict, as loombench compare knows them.
is_metric() { # name
    case $1 in
    throughput | cpu-per-request | instructions-per-request | cycles-per-request | peak-rss | threads | elapsed | ramp-up) ;;
    p50 | p75 | p90 | p95 | p99 | p99.9 | p99.99) ;;
    *) return 1 ;;
    esac
}

# The condition under which the head has failed by a metric: 5 % are below 0.95 of a throughput, above 1.05 of a cost.
condition() { # metric, margin in hundredths of a percent
    case $1 in
    throughput) printf 'head %s<%d.%04dx' "$1" $(((10000 - $2) / 10000)) $(((10000 - $2) % 10000)) ;;
    *) printf 'head %s>%d.%04dx' "$1" $(((10000 + $2) / 10000)) $(((10000 + $2) % 10000)) ;;
    esac
}

outcome() { # exit code of the comparison -> a word
    case $1 in
    0) echo passed ;;
    99) echo worse ;;
    4) echo undecided ;;
    3) echo invalid ;;
    *) echo error ;;
    esac
}

# What the gate exits with: an undecided or invalid result passes only where that was said.
gate_code() { # exit code of the comparison, on-undecided, on-invalid
    case $1,$2,$3 in
    4,pass,* | 3,*,pass) echo 0 ;;
    *) echo "$1" ;;
    esac
}

sentence() { # outcome, margin
    case $1 in
    passed) echo "Not worse: the head is within $2 of the base, or better." ;;
    worse) echo "Worse: the head is worse than the base by more than $2." ;;
    undecided) echo "Undecided: more trials are needed to tell whether the head is worse by more than $2: a longer --budget, or a wider margin." ;;
    invalid) echo "Invalid: a finding makes the figures invalid; the report has its remedy. Where other work disturbed the machine, run it again." ;;
    *) echo "Nothing was compared: the comparison ended with an error." ;;
    esac
}

# A name that neither a comment of HTML, a folder nor an attribute of XML has to escape.
is_name() { # name
    [[ $1 =~ ^[A-Za-z0-9]([A-Za-z0-9._-]{0,58}[A-Za-z0-9])?$ ]] && [[ $1 != *--* ]]
}

# The end of what the comparison reported, without colours and control characters. A character that a cut has split is left
# out. macOS counts to 255 in an expression.
last_errors() { # file, which may be missing
    [ -s "${1:-}" ] || return 0
    tail -n 30 "$1" | LC_ALL=C sed -e $'s/\033\\[[0-9;]*[A-Za-z]//g' -e '/^.\{200\}.\{200\}./{' -e 's/^\(.\{200\}.\{200\}\).*/\1/' \
        -e $'s/[\300-\377][\200-\277]*$//' -e '}' | LC_ALL=C tr -d '\000-\010\013-\037\177'
}

# GitHub refuses a comment of more than 65,536 characters, and would keep the one of an earlier commit.
longest=60000

# The answer, and below it the whole report, folded; or where the reason is, if nothing was compared.
comment() { # outcome, margin, report in Markdown and errors, which may be missing, name or none
    echo "<!-- loombench gate${5:+ $5} -->"
    echo "### Loombench${5:+, $5}: $1"
    echo
    sentence "$1" "$2"
    if [ "$1" = error ] && [ -s "${4:-}" ]; then
        echo
        echo 'The log of the job has the reason, and `errors.txt`: it may hold what a service printed, and a comment is public.'
    fi
    [ -s "$3" ] || return 0
    echo
    sed -n '3p' "$3" # its headline
    echo
    if [ "$(wc -c <"$3")" -gt "$longest" ]; then
        echo 'The report is too long for a comment: `report.html` and `result.json` of the gate have it.'
        return 0
    fi
    echo '<details><summary>Figures, reasons and findings</summary>'
    echo
    cat "$3"
    echo
    echo '</details>'
}

# Without what XML cannot hold: control characters, U+FFFE and U+FFFF, in bytes.
xml_text() { # text of a file or standard input
    LC_ALL=C tr -d '\000-\010\013\014\016-\037' |
        LC_ALL=C sed -e $'s/\357\277[\276\277]//g' -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/>/\&gt;/g' -e 's/"/\&quot;/g'
}

# One test case; an undecided result that passes is skipped, so that it does not look like a passed one.
junit() { # outcome, code of the gate, margin, report in Markdown, seconds, errors, name or none
    local failures=0 errors=0 skipped=0 element=
    case $1,$2 in
    passed,*) ;;
    worse,* | undecided,4) failures=1 element=failure ;;
    *,0) skipped=1 element=skipped ;;
    *) errors=1 element=error ;;
    esac
    echo '<?xml version="1.0" encoding="UTF-8"?>'
    echo "<testsuite name=\"loombench\" tests=\"1\" failures=\"$failures\" errors=\"$errors\" skipped=\"$skipped\" time=\"$5\">"
    echo "  <testcase classname=\"loombench.gate\" name=\"${7:+$7: }the head is not worse than the base\" time=\"$5\">"
    if [ -n "$element" ]; then
        printf '    <%s message="%s"' "$element" "$(sentence "$1" "$3" | xml_text)"
        [ "$element" = skipped ] || printf ' type="%s"' "$1"
        printf '>'
        [ "$1" != error ] || last_errors "${6:-}" | xml_text
        [ ! -s "$4" ] || xml_text <"$4"
        echo "</$element>"
    fi
    echo '  </testcase>'
    echo '</testsuite>'
}

gate() { # arguments of the command line
    local base= head= margin=5% metrics=throughput,cpu-per-request on_undecided=fail on_invalid=fail name= out=
    local more=() conditions=() names=() metric size code=0 code_of_gate result began=$SECONDS
    while [ $# -gt 0 ]; do
        case $1 in
        --help | -h) usage && return 0 ;;
        --)
            shift
            more=("$@")
            break
            ;;
        --base | --head | --margin | --metrics | --on-undecided | --on-invalid | --name | --out)
            [ $# -ge 2 ] || wrong "$1 needs a value"
            case $1 in
            --base) base=$2 ;;
            --head) head=$2 ;;
            --margin) margin=$2 ;;
            --metrics) metrics=$2 ;;
            --on-undecided) on_undecided=$2 ;;
            --on-invalid) on_invalid=$2 ;;
            --name) name=$2 ;;
            --out) out=$2 ;;
            esac
            shift 2
            ;;
        *) wrong "unknown argument \"$1\"" ;;
        esac
    done
    [ -z "$name" ] || is_name "$name" ||
        wrong "--name takes up to 60 letters, digits, \".\", \"_\" and single \"-\", as in orders, was \"$name\""
    [ -n "$out" ] || out=loombench-gate${name:+-$name}
    # Also where the rest of the command is wrong: what is here is then of an earlier gate.
    rm -f "$out/report.md" "$out/result.json" "$out/report.html" "$out/comment.md" "$out/junit.xml" "$out/errors.txt"
    [ -n "$base" ] || wrong "--base is missing"
    [ -n "$head" ] || wrong "--head is missing"
    case $on_undecided,$on_invalid in
    fail,fail | fail,pass | pass,fail | pass,pass) ;;
    *) wrong "--on-undecided and --on-invalid take fail or pass" ;;
    esac
    size=$(hundredths "$margin") && [ "$size" -gt 0 ] || wrong "--margin must be above 0 % and below 100 %, as in 5%, was \"$margin\""
    margin="${margin%\%} %"
    # On one line: a list in a file of YAML may have several.
    metrics=$(tr '\r\n' '  ' <<<"$metrics" | sed 's/[[:space:]]*,[[:space:]]*/,/g; s/^[[:space:]]*//; s/[[:space:]]*$//')
    case ,$metrics, in
    *,,*) wrong "--metrics has an empty name: \"$metrics\"" ;;
    esac
    IFS=, read -ra names <<<"$metrics"
    for metric in "${names[@]}"; do
        is_metric "$metric" || wrong "--metrics: no metric \"$metric\"; expected throughput, cpu-per-request, p99, peak-rss, ..."
        conditions+=(--fail-if "$(condition "$metric" "$size")")
    done

    mkdir -p "$out"
    # Its errors are shown as they come, and kept. After Ctrl-C, tee ends with the comparison.
    {
        "$loombench" compare "base=$base" "head=$head" --metric "${names[0]}" "${conditions[@]}" \
            --export "markdown=$out/report.md" --export "json=$out/result.json" --export "html=$out/report.html" \
            "${more[@]+"${more[@]}"}" 2>&1 >&3 3>&- | tee -i "$out/errors.txt" >&2 3>&-
    } 3>&1 || code=$?
    # Without a result nothing was compared, as by --dry-run, which ends well, or where a server cannot be prepared.
    case $code in
    0 | 3 | 4 | 99) [ -s "$out/result.json" ] || code=1 ;;
    esac
    result=$(outcome "$code")
    comment "$result" "$margin" "$out/report.md" "$out/errors.txt" "$name" >"$out/comment.md"
    code_of_gate=$(gate_code "$code" "$on_undecided" "$on_invalid")
    junit "$result" "$code_of_gate" "$margin" "$out/report.md" $((SECONDS - began)) "$out/errors.txt" "$name" >"$out/junit.xml"
    [ "$code" -eq "$code_of_gate" ] || echo "$program: warning: the result is $result, which passes here" >&2
    echo "$program: $(sentence "$result" "$margin") $out/comment.md, $out/junit.xml" >&2
    return "$code_of_gate"
}

# Sourced by its test, which calls the functions.
if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    gate "$@"
fi
