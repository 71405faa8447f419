package dev.loombench.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;

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

    /// No machine has as many as that, so what is beyond does not matter.
    private static int number(String digits) {
        return digits.length() > 5 ? 99_999 : Integer.parseInt(digits);
    }

    /// The processors this process may use, as a list; empty where the system does not say.
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

    /// The program that starts another on given processors; empty where there is none.
    static Optional<Path> taskset() {
        return PathLookup.find("taskset");
    }
}
