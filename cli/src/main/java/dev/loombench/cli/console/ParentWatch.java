package dev.loombench.cli.console;

import java.io.IOException;
import java.io.InputStream;

/// Ends this process, as SIGTERM does, when the one that started it has ended: the standard input,
/// which only that one holds open, is then at its end.
public final class ParentWatch {
    private static final String PROPERTY = "loombench.end-with-input";

    /// The option of a JVM that is to end with its parent.
    public static final String OPTION = "-D" + PROPERTY + "=true";

    /// As a shell reports SIGTERM.
    private static final int TERMINATED = 143;

    private ParentWatch() {}

    /// Watches, where the option says so.
    public static void start() {
        if (Boolean.getBoolean(PROPERTY)) {
            Thread.ofPlatform().daemon().name("parent-watch").start(() -> watch(System.in));
        }
    }

    private static void watch(InputStream input) {
        try {
            while (input.read() >= 0) {
                // what the parent may write is for no one
            }
        } catch (IOException gone) {
            // as its end
        }
        System.exit(TERMINATED);
    }
}
