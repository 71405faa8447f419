package dev.loombench.observe.proc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The descriptors of a process, which are its open files and connections, and how many it may
/// have: by `/proc/PID/fd` and the soft limit in `/proc/PID/limits` (Linux).
///
/// @param open at one moment
/// @param limit at which the kernel gives no further one
/// @param unread its outputs that are full pipes which nobody reads, as in `standard error`; none
///   where that was not looked for
public record OpenFiles(long open, long limit, List<String> unread) {
    private static final Pattern LIMIT = Pattern.compile("Max open files\\s+(\\d+)\\s.*");

    private static final List<Output> OUTPUTS =
            List.of(new Output("standard output", "fd/1"), new Output("standard error", "fd/2"));

    /// @param descriptor below the folder of a process
    private record Output(String name, String descriptor) {
        boolean isUnread(Path process) {
            return FullPipe.is(process.resolve(descriptor));
        }
    }

    public OpenFiles {
        unread = List.copyOf(unread);
    }

    public OpenFiles(long open, long limit) {
        this(open, limit, List.of());
    }

    /// The same with the outputs that nobody reads, each of which takes half a second.
    ///
    /// @param process its folder in `/proc`
    public static Optional<OpenFiles> withUnread(Path process) {
        return of(process)
                .map(files ->
                        new OpenFiles(
                                files.open,
                                files.limit,
                                OUTPUTS.stream()
                                        .filter(output -> output.isUnread(process))
                                        .map(Output::name)
                                        .toList()));
    }

    /// @param process its folder in `/proc`
    /// @return empty without a limit, and where the kernel shows neither
    public static Optional<OpenFiles> of(Path process) {
        try (var lines = Files.lines(process.resolve("limits"))) {
            var limit =
                    lines.map(LIMIT::matcher)
                            .filter(Matcher::matches)
                            .map(line -> Long.parseLong(line.group(1)))
                            .findFirst();
            return limit.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new OpenFiles(count(process.resolve("fd")), limit.get()));
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private static long count(Path folder) throws IOException {
        try (var descriptors = Files.list(folder)) {
            return descriptors.count();
        }
    }

    /// Whether it can open no further one.
    public boolean isFull() {
        return open >= limit;
    }
}
