#!/usr/bin/env bash
# Prints the version of Loombench, which stands in pom.xml alone, and fails where a file of a release names another one.
set -euo pipefail
home=$(CDPATH= cd -- "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
version=$(sed -n 's:.*<revision>\(.*\)</revision>.*:\1:p' "$home/pom.xml" | head -n 1)
[ -n "$version" ] || { echo "version.sh: pom.xml has no <revision>" >&2 && exit 1; }

others=0
expect() { # file, text that it must contain
    grep -qF -- "$2" "$home/$1" || { echo "version.sh: $1 does not contain $2" >&2 && others=1; }
}
expect base/src/main/java/dev/loombench/base/ProgramVersion.java "\"$version\""
expect jbang-catalog.json "loombench-cli:$version"
expect jreleaser.yml "version: $version"
expect README.md "loombench-$version-"
expect README.md "loombench:$version"
expect docs/junit.md "<version>$version</version>"
expect governor/README.md "<version>$version</version>"
expect docs/junit.md "loombench-junit:$version"
expect governor/README.md "loombench-governor:$version"
expect governor/README.md "loombench-governor-spring-boot-starter:$version"
for sample in "$home"/examples/{governed-*,load-api}/pom.xml; do
    expect "${sample#"$home/"}" "<version>$version</version>"
done
expect examples/junit/pom.xml "<loombench.version>$version</loombench.version>"
[ "$others" -eq 0 ] || exit 1
printf '%s\n' "$version"
