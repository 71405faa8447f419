#!/usr/bin/env bash
# Copies report pages into docs/gallery/, which the site shows: those of a reproduction and of its articles, and pages of runs.
# A link to the page of a run stays only where that page is copied too.
#
#   bash build/gallery.sh REPRODUCTION NAME=PAGE...        as in petclinic=results/compare/2026-11-28T12-49-35/report.html
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
[ $# -ge 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2; }
reproduction=${1%/}
shift
gallery=$home/docs/gallery
mkdir -p "$gallery"

links=(-e 's|href="summary\.html"|href="reproduction.html"|g')
names=(reproduction)
for file in "$reproduction"/*.html; do
    name=$(basename "$file" .html)
    [ "$name" = summary ] || names+=("$name")
done
for page in "$@"; do
    name=${page%%=*} file=${page#*=}
    case $name in
    *[!a-z0-9-]* | '') echo "gallery: a name has small letters, digits and hyphens, was \"$name\"" >&2 && exit 2 ;;
    esac
    names+=("$name")
    case $file in
    "$reproduction"/*) links+=(-e "s|href=\"${file#"$reproduction"/}\"|href=\"$name.html\"|g") ;;
    esac
done
kept=$(IFS='|' && echo "${names[*]}")

copy() { # page, name
    # Kept links are marked, other relative ones lose their tags. The folder of a JDK says nothing to others.
    sed -E "${links[@]}" -e "s/<a href=\"($kept)\.html\"/<a HREF=\"\1.html\"/g" \
        -e 's,<a href="[^"#:]*">([^<]*)</a>,\1,g' -e 's/<a HREF=/<a href=/g' \
        -e 's, in /[^ <"]*/jvm/[^ <"]*,,g' "$1" >"$gallery/$2.html"
}
for page in "$@"; do
    copy "${page#*=}" "${page%%=*}"
done
for file in "$reproduction"/*.html; do
    name=$(basename "$file" .html)
    [ "$name" != summary ] || name=reproduction
    copy "$file" "$name"
done
