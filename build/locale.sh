# Sourced by ./loombench: a JVM encodes file names by the locale, and the locales C and POSIX only support ASCII.

use_utf8() { # exports a UTF-8 locale where the locale is ASCII, for the lab and the servers that it starts
    local utf8
    ascii_locale || return 0
    for utf8 in C.UTF-8 C.utf8 en_US.UTF-8; do
        [ "$(LC_ALL=$utf8 locale charmap 2>/dev/null)" = UTF-8 ] || continue
        if [ -n "${LC_ALL:-}" ]; then export LC_ALL=$utf8; else export LC_CTYPE=$utf8; fi
        return 0
    done
} 2>/dev/null # bash warns when a locale is set that is not installed

ascii_locale() { # also true for a locale that is not installed
    case $(locale charmap 2>/dev/null) in
    ANSI_X3.4-1968 | US-ASCII | 646) return 0 ;;
    *) return 1 ;;
    esac
}
