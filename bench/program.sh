# Parts of the scripts that compile and start a Java program of bench/. Sourced by bench/*/run, with `set -euo pipefail`, which
# have set `home`.
. "$home/build/find-jdk.sh"
find_jdk || exit 1

# The class path of the tool, and of its parts.
tool=$home/cli/target/loombench.jar:$home/cli/target/lib/*

# Builds the tool, before it is measured.
build_tool() { # further modules, such as zoo/echo
    bash "$home/build/build.sh" jvm-agent cli "$@"
}

compile() { # folder of the classes, class path, sources -> sets `classes` to the folder
    classes=$1
    mkdir -p "$classes"
    "$jdk/bin/javac" -d "$classes" -cp "$2" "${@:3}"
}
