package dev.loombench.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Processors by number, as `taskset` takes them: `0`, `0-1`, `0,2`.
final class CpuSet {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private CpuSet() {}

    /// @param list of numbers and ranges; a range that ends before it begins is empty
    static BitSet parse(String list) {
        var cpus = new BitSet();
        for (var part : list.strip().split(",", -1)) {
            var ends = part.split("-", -1);
            int first = number(ends[0]);
            int last = number(ends[ends.length - 1]);
            if (first <= last) {
                cpus.set(first, last + 1);
            }
        }
        return cpus;
    }

    /// No machine has 100,000 processors, so a longer number is cut to the largest allowed.
    private static int number(String digits) {
        return digits.length() > 5 ? 99_999 : Integer.parseInt(digits);
    }

    /// The processors that this process may use, as a list; empty where the system does not report
    /// them.
    static Optional<String> allowed() {
        if (!Files.isReadable(STATUS)) {
            return Optional.empty();
        }
        try (var lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(ALLOWED))
                    .map(line -> line.substring(ALLOWED.length()).strip())
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The first processors that this process may use, as a list. Where the system does not report
    /// which, they count from 0.
    ///
    /// @param count at least 1
    static String first(int count) {
        return allowed()
                .map(list -> parse(list).stream())
                .orElseGet(() -> IntStream.range(0, count))
                .limit(count)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
    }

    /// The program that starts another one on given processors; empty where it is not installed.
    static Optional<Path> taskset() {
        return PathLookup.find("taskset");
    }
}
