package dev.loombench.observe.proc.thread;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Whether a JVM has run virtual threads, by the thread that it starts with the first one
/// (`VirtualThread-unblocker`, JDK 24; before, `VirtualThread-unparker` at the first timed wait).
///
/// The number of its carriers does not show it: they end after 30 s without work. Reading the
/// scheduler's management bean starts the thread too.
public final class VirtualThreadUse {
    /// The kernel keeps 15 characters of a thread's name.
    private static final String NAME = "VirtualThread-u";

    private VirtualThreadUse() {}

    /// Whether a thread of this name shows it.
    public static boolean isShownBy(String thread) {
        return thread.startsWith(NAME + "n");
    }

    /// @return true also where that cannot be read
    public static boolean mayBeIn(long pid) {
        var tasks = Path.of("/proc", Long.toString(pid), "task");
        try (var threads = Files.newDirectoryStream(tasks)) {
            for (var thread : threads) {
                if (name(thread).equals(NAME)) {
                    return true;
                }
            }
            return false;
        } catch (IOException | DirectoryIteratorException e) {
            return true;
        }
    }

    private static String name(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).strip();
        } catch (IOException ended) {
            return "";
        }
    }
}
