# Sourced by ./loombench: a JVM encodes file names as the locale says, and that of C and POSIX knows ASCII alone.

use_utf8() { # where the locale is ASCII and UTF-8 can be had: exports it, for the lab and the servers that it starts
    local utf8
    ascii_locale || return 0
    for utf8 in C.UTF-8 C.utf8 en_US.UTF-8; do
        [ "$(LC_ALL=$utf8 locale charmap 2>/dev/null)" = UTF-8 ] || continue
        if [ -n "${LC_ALL:-}" ]; then export LC_ALL=$utf8; else export LC_CTYPE=$utf8; fi
        return 0
    done
} 2>/dev/null # bash warns of a locale that is not installed whenever it is set

ascii_locale() { # also where the locale that is named is not installed
    case $(locale charmap 2>/dev/null) in
    ANSI_X3.4-1968 | US-ASCII | 646) return 0 ;;
    *) return 1 ;;
    esac
}
