#!/usr/bin/env bash
# Runs the suites of others against the load generator: the client tests of h2spec (HTTP/2) and of Autobahn (WebSocket). They
# need Go, Python 2.7 with pip, and the registries of both. See docs/measured/conformance.md.
#
# usage: build/conformance.sh
# Exit codes: 0 all passed; 1 a test failed; 2 a suite did not run, and the last lines say what is missing.
set -uo pipefail
home=$(CDPATH= cd -- "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
missing=() failed=()

suites=()
if command -v go >/dev/null; then
    suites+=(h2spec)
else
    missing+=("h2spec needs Go, and there is no go on PATH (https://go.dev/dl)")
fi
if python2.7 -m pip --version >/dev/null 2>&1; then # by pyenv there may be a python2.7 that does not start
    suites+=(autobahn)
else
    missing+=("Autobahn needs Python 2.7 with pip, and \"python2.7 -m pip\" does not start")
fi

h2spec() {
    bench/http2/conformance || failed+=(h2spec)
}

autobahn() {
    local report=load/target/surefire-reports/TEST-dev.loombench.websocket.AutobahnTest.xml
    rm -f "$report"
    if ! jdk_maven -q -pl load -am test -Dtest=AutobahnTest -Dloombench.proof=long -Dloombench.fast \
        -Dsurefire.failIfNoSpecifiedTests=false -Dspotless.check.skip=true || [ ! -f "$report" ]; then
        failed+=(Autobahn)
    elif grep '<skipped' "$report"; then
        missing+=("Autobahn was skipped, by the line of its report above")
    fi
}

if [ ${#suites[@]} -gt 0 ]; then
    cd "$home" || exit 1
    . build/find-jdk.sh
    . build/locale.sh
    find_jdk || exit 2
    find_maven || exit 2
    use_utf8
    for suite in "${suites[@]}"; do
        "$suite"
    done
fi
for reason in ${missing[@]+"${missing[@]}"}; do
    echo "conformance: $reason" >&2
done
if [ ${#failed[@]} -gt 0 ]; then
    echo "conformance: FAILED: ${failed[*]}" >&2
    exit 1
fi
[ ${#missing[@]} -eq 0 ] || exit 2
echo "conformance: h2spec and Autobahn passed"
