# The folder of a test of scripts and the count of its checks, for bash scripts that source it. A check that fails shows what
# is in the files out and err of the folder.
work=$(mktemp -d)
work=$(cd "$work" && pwd -P)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
: >"$work/out"
: >"$work/err"

check() { # sentence, condition's exit code
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1"
        sed 's/^/    /' "$work/out" "$work/err" 2>/dev/null
    fi
}

same() { # sentence, expected, actual
    printf 'expected:\n%s\nactual:\n%s\n' "$2" "$3" >>"$work/out"
    [ "$2" = "$3" ]
    check "$1" $?
}

# Its exit code is 0 where no check failed.
end_checks() { # name
    echo "$1: $passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
