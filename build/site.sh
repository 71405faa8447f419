#!/usr/bin/env bash
# Writes the documentation as a site, which needs no server.
#
#   bash build/site.sh [FOLDER]        default: target/site
set -euo pipefail
home=$(CDPATH= cd -- "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
. "$home/build/find-jdk.sh"
. "$home/build/locale.sh"
find_jdk || exit 1
find_maven || exit 1
use_utf8
folder=${1:-$home/target/site}
[ $# -gt 0 ] || rm -rf "$folder"
if [ -n "$(ls -A "$folder" 2>/dev/null)" ]; then
    echo "site: $folder is not empty" >&2
    exit 2
fi
repository=$(sed -n '/<scm>/,/<\/scm>/s|.*<url>\(.*\)</url>.*|\1|p' "$home/pom.xml")

jdk_maven -q -f "$home/pom.xml" -Dloombench.launcher -pl site package
"$jdk/bin/java" -cp "$home/site/target/loombench-site.jar:$home/site/target/lib/*" dev.loombench.site.SiteMain "$home" "$repository" "$folder"
