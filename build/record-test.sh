#!/usr/bin/env bash
# Tests the picture of a terminal: what it shows of a command that draws its progress, in colours.
set -uo pipefail
home=$(CDPATH= cd -- "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
. "$home/build/checks.sh"

printf '%s\n' '#!/bin/sh' \
    'printf "a header\n\r\033[Kprogress 1\r\033[Kprogress 2\r\033[K\033[1mWhat & why\033[0m <é>\n"' \
    'printf "  \033[36m██\033[0m 4.00×  \033[2mfaint\033[0m\n"' >"$work/drawing"
chmod +x "$work/drawing"

# In the form of a recording: each line ends with a return, too.
(. "$home/build/record.sh" && "$work/drawing" | sed 's/$/\r/' | shown | picture 'a <title>' ./drawing) >"$work/out"
grep '^<text' "$work/out" | diff - <(
    cat <<'SVG'
<text class="title" x="741.0" y="27">a&#160;&lt;title&gt;</text>
<text class="bold" x="9.0" y="58.0" textLength="134.2">$&#160;./drawing</text>
<text class="plain" x="9.0" y="82.4" textLength="97.6">a&#160;header</text>
<text class="bold" x="9.0" y="106.8" textLength="122.0">What&#160;&amp;&#160;why</text>
<text class="plain" x="131.0" y="106.8" textLength="48.8">&#160;&lt;é&gt;</text>
<text class="bar" x="33.4" y="131.2" textLength="24.4">██</text>
<text class="plain" x="57.8" y="131.2" textLength="97.6">&#160;4.00×&#160;&#160;</text>
<text class="faint" x="155.4" y="131.2" textLength="61.0">faint</text>
SVG
)
check "what was erased is not shown, and colours and columns are kept" $?
! LC_ALL=C grep -q "$(printf '[\033\r]')" "$work/out"
check "no code of a terminal is left" $?

bash "$home/build/record.sh" --from >"$work/out" 2>&1
[ $? -eq 2 ] && grep -q '^--from TEXT' "$work/out"
check "a text to begin with is needed after --from" $?

if script -qec true /dev/null </dev/null >"$work/out" 2>&1; then
    bash "$home/build/record.sh" --from What "$work/drawing" >"$work/out"
    [ $? -eq 0 ] && grep -q '>What&#160;&amp;' "$work/out" && ! grep -q 'header' "$work/out"
    check "a recording begins with the line that was named" $?
    bash "$home/build/record.sh" --from Nowhere "$work/drawing" >"$work/out" 2>"$work/err"
    [ $? -eq 1 ] && [ ! -s "$work/out" ] && grep -q Nowhere "$work/err"
    check "a line that no recording has is reported, without a picture" $?
    bash "$home/build/record.sh" sh -c 'echo broken; exit 3' >"$work/out" 2>&1
    [ $? -eq 3 ] && [ "$(cat "$work/out")" = broken ]
    check "a command that fails is no picture" $?
else
    echo "record-test: no program script that takes a command, so no recording is tested"
fi

end_checks record-test
