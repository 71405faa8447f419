package dev.loombench.observe.proc;

import java.util.Locale;

/// The platform of this machine.
public final class Platform {
    private Platform() {}

    public static boolean isLinux() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("linux");
    }
}
