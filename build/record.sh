#!/usr/bin/env bash
# Records a command at a terminal of 120 columns as a picture (SVG) on standard output: what is left on the screen at its
# end, in its colours. The picture of README.md:
#
#   bash build/record.sh --from 'What do virtual threads' ./loombench run >docs/quickstart.svg
#
# --from TEXT   leaves out the lines before the first one that begins with the text, and fails where none does
set -euo pipefail

columns=120

usage() {
    sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
}

# What a terminal shows of its input: of each line what follows the last return to its begin. Colours are kept.
shown() {
    local cr esc # not every sed has escapes for them
    cr=$(printf '\r') esc=$(printf '\033')
    LC_ALL=C sed -e "s/$cr*\$//" -e "s/.*$cr//" -e "s/$esc\[[0-9;?]*[A-Zac-ln-z]//g"
}

# The lines from the first one on that begins with a text; fails where none does.
since() { # text, which may be empty
    LC_ALL=C awk -v from="$1" '
        { plain = $0; gsub(/\033\[[0-9;]*m/, "", plain) }
        from == "" || index(plain, from) == 1 { begun = 1 }
        begun
        END { exit from != "" && !begun }'
}

# An SVG of lines with colours. Each piece of text has its width, so that columns are straight in any font.
picture() { # title, command
    LC_ALL=C awk -v columns="$columns" -v title="$1" -v command="$2" '
        function escaped(text) {
            gsub(/&/, "\\&amp;", text)
            gsub(/</, "\\&lt;", text)
            gsub(/>/, "\\&gt;", text)
            gsub(/ /, "\\&#160;", text)
            return text
        }
        function width(text) { # in characters: bytes that continue one are left out
            gsub(/[\200-\277]/, "", text)
            return length(text)
        }
        function piece(text, kind, y) {
            if (text == "") return
            if (text !~ /^ *$/)
                printf "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" textLength=\"%.1f\">%s</text>\n", kind, left + at * cell, y, \
                    width(text) * cell, escaped(text)
            at += width(text)
        }
        function row(line, y, code, kind) {
            at = 0
            kind = "plain"
            while (match(line, /\033\[[0-9;]*m/)) {
                piece(substr(line, 1, RSTART - 1), kind, y)
                code = substr(line, RSTART + 2, RLENGTH - 3)
                kind = code in kinds ? kinds[code] : "plain"
                line = substr(line, RSTART + RLENGTH)
            }
            piece(line, kind, y)
        }
        BEGIN {
            cell = 12.2; height = 24.4; left = 9; top = 58
            kinds[1] = "bold"; kinds[2] = "faint"; kinds[31] = "bad"; kinds[32] = "good"; kinds[33] = "warning"; kinds[36] = "bar"
            lines[++count] = "\033[1m$ " command "\033[0m"
        }
        { lines[++count] = $0 }
        END {
            wide = columns * cell + 2 * left
            high = top + count * height
            printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.1f %.1f\">\n", wide, high
            print "<style>"
            print "text { font: 20px ui-monospace, SFMono-Regular, Menlo, Consolas, \"DejaVu Sans Mono\", monospace }"
            print ".plain { fill: #24292f } .bold { fill: #24292f; font-weight: bold } .faint { fill: #656d76 }"
            print ".bad { fill: #a40e26 } .good { fill: #116329 } .warning { fill: #7d4e00 } .bar { fill: #1b7c83 }"
            print ".title { fill: #24292f; font: bold 18px sans-serif; text-anchor: middle }"
            print "</style>"
            printf "<rect x=\"1\" y=\"1\" width=\"%.1f\" height=\"%.1f\" rx=\"8\" fill=\"#ffffff\" stroke=\"#d0d7de\"/>\n", \
                wide - 2, high - 2
            printf "<text class=\"title\" x=\"%.1f\" y=\"27\">%s</text>\n", wide / 2, escaped(title)
            for (k = 1; k <= count; k++) row(lines[k], top + (k - 1) * height)
            print "</svg>"
        }'
}

record() {
    local from= code=0
    if [ "${1:-}" = --from ]; then
        [ $# -ge 2 ] || { usage >&2 && return 2; }
        from=$2
        shift 2
    fi
    [ $# -gt 0 ] || { usage >&2 && return 2; }
    recording=$(mktemp -d)
    trap 'rm -rf "$recording"' EXIT
    # Without NO_COLOR, which a user may have set.
    COLUMNS=$columns TERM=xterm-256color env -u NO_COLOR script -qec "$(printf '%q ' "$@")" /dev/null \
        </dev/null >"$recording/session" || code=$?
    if [ "$code" -ne 0 ]; then
        shown <"$recording/session" >&2
        return "$code"
    fi
    if ! shown <"$recording/session" | since "$from" >"$recording/lines"; then
        echo "record: no line begins with \"$from\"" >&2
        return 1
    fi
    picture "$(printf '%s ' "${1##*/}" "${@:2}" | sed 's/ $//')" "$*" <"$recording/lines"
}

[ "${BASH_SOURCE[0]}" != "$0" ] || record "$@"
