# Sourced by ./loombench and other scripts: find_jdk sets `jdk` to the home of a JDK 25 or later, or prints what to do.
# The version is read from the JDK's `release` file, which needs no start of a JVM.

wanted_jdk=25

# Debian, Fedora, SUSE, Oracle, manual installations; SDKMAN, IntelliJ, asdf, mise; macOS, Homebrew.
usual_jdk_folders=(
    /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /usr/local/java/* /opt/java/* /opt/jdk* /opt/*/jdk*
    /Library/Java/JavaVirtualMachines/*/Contents/Home
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home
)
if [ -n "${HOME:-}" ]; then # services and containers may have none
    usual_jdk_folders+=(
        "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.asdf/installs/java/*
        "$HOME"/.local/share/mise/installs/java/* "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home
    )
fi

jdk_major() { # home -> prints nothing; sets `major`, 0 when it is no JDK
    major=0
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
    local line
    while IFS= read -r line; do
        case $line in
        JAVA_VERSION=*)
            line=${line#JAVA_VERSION=}
            line=${line#\"}
            line=${line%%[!0-9]*}
            major=${line:-0}
            return 0
            ;;
        esac
    done <"$1/release"
}

jdk_of_path() { # prints the home of the java on PATH, symlinks resolved
    local file target
    file=$(command -v java) || return 0
    while [ -L "$file" ]; do
        target=$(readlink "$file")
        case $target in
        /*) file=$target ;;
        *) file=$(dirname "$file")/$target ;;
        esac
    done
    (CDPATH= cd -- "$(dirname "$file")/.." 2>/dev/null && pwd -P)
}

find_jdk() {
    jdk=
    local home major seen= self=${0##*/}
    if [ -n "${LOOMBENCH_JAVA_HOME:-}" ]; then
        jdk_major "$LOOMBENCH_JAVA_HOME"
        if [ "$major" -ge "$wanted_jdk" ]; then
            jdk=$LOOMBENCH_JAVA_HOME
            return 0
        fi
        [ "$major" -gt 0 ] && seen="a JDK $major" || seen="no JDK"
        echo "$self: LOOMBENCH_JAVA_HOME is \"$LOOMBENCH_JAVA_HOME\", $seen; expected the home of a JDK $wanted_jdk or later" >&2
        echo "  set it to one, or unset it, so that one is searched for" >&2
        return 1
    fi
    if [ -n "${JAVA_HOME:-}" ]; then
        jdk_major "$JAVA_HOME"
        if [ "$major" -ge "$wanted_jdk" ]; then
            jdk=$JAVA_HOME
            return 0
        fi
        [ "$major" -gt 0 ] && seen="
    JDK $major  $JAVA_HOME (JAVA_HOME)"
    fi
    for home in "$(jdk_of_path)" "${usual_jdk_folders[@]:-}"; do
        [ -n "$home" ] && [ "$home" != "${JAVA_HOME:-}" ] || continue
        jdk_major "$home"
        if [ "$major" -ge "$wanted_jdk" ]; then
            jdk=$home
            return 0
        fi
        [ "$major" -gt 0 ] && seen="$seen
    JDK $major  $home"
    done
    {
        echo "$self: no JDK $wanted_jdk or later found"
        echo "  searched LOOMBENCH_JAVA_HOME, JAVA_HOME, the java on PATH, and the usual folders for JDKs${seen:+; found only:$seen}"
        echo "  install one (Debian, Ubuntu: apt install temurin-25-jdk or openjdk-25-jdk; macOS: brew install openjdk@25; SDKMAN: sdk install java 25-tem)"
        echo "  or name one: LOOMBENCH_JAVA_HOME=/path/to/jdk-25"
    } >&2
    return 1
}

find_maven() { # checks for mvn; the build checks its version
    command -v mvn >/dev/null && return 0
    {
        echo "${0##*/}: no mvn on PATH; expected Maven 3.8.7 or later"
        echo "  install it: Debian, Ubuntu: apt install maven; macOS: brew install maven; SDKMAN: sdk install maven"
    } >&2
    return 1
}

# Maven's libraries use methods that later JDKs warn about.
maven_opts="--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"

jdk_maven() { # words of Maven, which runs on the JDK found
    JAVA_HOME=$jdk MAVEN_OPTS="${MAVEN_OPTS:-} $maven_opts" mvn -B -ntp "$@"
}
