package dev.loombench.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The limit on file descriptors per process, as Linux reports it.
final class OpenFiles {
    private static final Path LIMITS = Path.of("/proc/self/limits");

    /// Name, soft limit, hard limit, unit.
    private static final Pattern LINE =
            Pattern.compile("^Max open files\\s+(\\d+)\\s", Pattern.MULTILINE);

    private OpenFiles() {}

    /// The soft limit of this process, which its servers inherit; empty when it is unlimited or
    /// unknown.
    static OptionalLong limit() {
        if (!Files.isReadable(LIMITS)) {
            return OptionalLong.empty();
        }
        try {
            return limit(Files.readString(LIMITS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static OptionalLong limit(String limits) {
        var line = LINE.matcher(limits);
        return line.find() ? OptionalLong.of(Long.parseLong(line.group(1))) : OptionalLong.empty();
    }
}
