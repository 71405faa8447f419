#!/usr/bin/env bash
# Builds the given modules, such as zoo/tomcat, if they are missing or older than their sources. The lab runs it before it
# starts a server.
set -euo pipefail
home=$(CDPATH= cd -- "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
. "$home/build/find-jdk.sh"
. "$home/build/lock.sh"
. "$home/build/modules.sh"
find_jdk || exit 1
for module; do
    [ -f "$home/$module/pom.xml" ] || { echo "build.sh: no module \"$module\"; a module is a folder with a pom.xml, as in zoo/tomcat" >&2; exit 2; }
done
build_modules "$@"
