#!/usr/bin/env bash
# Copies report pages into docs/gallery/, which the site shows: the summary of a reproduction, and pages of runs. A link to
# another page stays only where that one is copied too.
#
#   bash build/gallery.sh REPRODUCTION NAME=PAGE...        as in petclinic=results/compare/2026-11-28T13-58-14/report.html
set -euo pipefail
home=$(CDPATH= cd -- "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
[ $# -ge 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2; }
reproduction=${1%/}
shift
gallery=$home/docs/gallery
mkdir -p "$gallery"

links=()
for page in "$@"; do
    name=${page%%=*} file=${page#*=}
    case $name in
    *[!a-z0-9-]* | '') echo "gallery: a name has small letters, digits and hyphens, was \"$name\"" >&2 && exit 2 ;;
    esac
    case $file in # kept links are marked
    "$reproduction"/*) links+=(-e "s|<a href=\"${file#"$reproduction"/}\"|<a HREF=\"$name.html\"|g") ;;
    esac
done

copy() { # page, name
    # Other relative links lose their tags. The folders of a JDK and of a jar say nothing to others.
    sed -E ${links[@]+"${links[@]}"} -e 's,<a href="[^"#:]*">([^<]*)</a>,\1,g' -e 's/<a HREF=/<a href=/g' \
        -e 's, in /[^ <"]*/jvm/[^ <"]*,,g' -e 's,java -jar /[^ <"]*/([^ /<"]+\.jar),java -jar \1,g' "$1" >"$gallery/$2.html"
}
for page in "$@"; do
    copy "${page#*=}" "${page%%=*}"
done
copy "$reproduction/summary.html" reproduction
