package dev.loombench.observe;

import java.util.Locale;

/// Which sources this machine has.
final class Platform {
    private Platform() {}

    static boolean isLinux() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("linux");
    }
}
