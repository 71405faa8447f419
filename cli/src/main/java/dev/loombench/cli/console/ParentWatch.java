package dev.loombench.cli.console;

import java.io.IOException;
import java.io.InputStream;

/// Ends this process, as SIGTERM does, when the one that started it has ended: the standard input,
/// which only that one holds open, is then at its end.
public final class ParentWatch {
    /// Whether a process is to end with its parent.
    public static final String PROPERTY = "loombench.end-with-input";

    /// The option of its JVM.
    public static final String OPTION = "-D" + PROPERTY + "=true";

    /// As a shell reports SIGTERM.
    private static final int TERMINATED = 143;

    private ParentWatch() {}

    public static void start() {
        Thread.ofPlatform().daemon().name("parent-watch").start(() -> watch(System.in));
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
