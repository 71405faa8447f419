package dev.loombench.cgroup;

import java.util.OptionalLong;

/// Reads a value of a file with lines of a key and a number, as the kernel writes `cpu.stat` and
/// `/proc/vmstat`.
public final class FlatKeyedFile {
    private FlatKeyedFile() {}

    /// @return the number behind a key; empty without a line of that key
    public static OptionalLong value(String text, String key) {
        return text.lines()
                .filter(line -> line.startsWith(key + " "))
                .mapToLong(line -> Long.parseLong(line.substring(key.length() + 1).strip()))
                .findFirst();
    }
}
