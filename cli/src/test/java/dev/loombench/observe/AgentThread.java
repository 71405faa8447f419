package dev.loombench.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The thread of the lab's agent in an observed JVM (Linux).
public final class AgentThread {
    private AgentThread() {}

    /// Whether a JVM has it now.
    public static boolean isIn(long pid) throws IOException {
        try (var threads = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
            for (var thread : threads) {
                if (isAgent(thread)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isAgent(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).strip().equals("loombench-agent");
        } catch (IOException ended) {
            return false;
        }
    }
}
