package dev.loombench.observe.proc;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// The `status` file of a process or of one of its threads, one `Name:\tvalue` per line.
///
/// Source: proc_pid_status(5).
public record ProcessStatus(String text) {

    /// More than the kernel writes; its longest lines are lists of processors.
    public static final int MAX_BYTES = 16 * 1024;

    /// @param process its folder in `/proc`
    /// @return empty when it has ended
    public static Optional<ProcessStatus> of(Path process) {
        try {
            return Optional.of(
                    new ProcessStatus(
                            Files.readString(
                                    process.resolve("status"), StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// Reads the file with one system call: there can be thousands of such files.
    ///
    /// @param buffer scratch space, {@link #MAX_BYTES} long
    /// @return empty when the process or thread has ended
    public static Optional<ProcessStatus> read(String file, byte[] buffer) {
        try (var in = new FileInputStream(file)) {
            int length = in.read(buffer);
            return length <= 0
                    ? Optional.empty()
                    : Optional.of(
                            new ProcessStatus(
                                    new String(buffer, 0, length, StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// Memory in RAM now, bytes; empty for a process that has ended.
    ///
    /// Since Linux 6.2 the kernel counts it per processor, and until its correction of 2025 (commit
    /// 82241a83cd15) left out what each had not yet added to the sum: up to `max(32, 2 *
    /// processors)` pages of each, 0.25 MiB on 2 processors and 32 MiB on 64
    /// (`percpu_counter_batch` of *lib/percpu_counter.c*).
    OptionalLong rssBytes() {
        return withHugePages("VmRSS");
    }

    /// The peak of memory in RAM since the process began or the mark was reset, bytes; of reserved
    /// huge pages what there is now.
    OptionalLong rssPeakBytes() {
        return withHugePages("VmHWM");
    }

    /// Reserved huge pages, as of `-XX:+UseLargePages`, are in RAM, but in none of the kernel's
    /// counts of resident memory.
    private OptionalLong withHugePages(String name) {
        var others = kibibytes(name);
        return others.isPresent()
                ? OptionalLong.of(others.getAsLong() + kibibytes("HugetlbPages").orElse(0))
                : others;
    }

    /// Context switches of one thread; in the file of a process, those of its main thread only.
    Optional<ContextSwitches.Count> switches() {
        var voluntary = number("voluntary_ctxt_switches");
        var involuntary = number("nonvoluntary_ctxt_switches");
        return voluntary.isPresent() && involuntary.isPresent()
                ? Optional.of(
                        new ContextSwitches.Count(voluntary.getAsLong(), involuntary.getAsLong()))
                : Optional.empty();
    }

    /// Its id as it knows it itself, in the innermost namespace of ids.
    public OptionalLong innerPid() {
        var ids = values("NSpid");
        return ids.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(ids.getLast()));
    }

    /// Whether its ids are those of a namespace of its own, as in a container. Its id there may be
    /// the same by chance, and those of its threads are not.
    public boolean hasOwnIds() {
        return values("NSpid").size() > 1;
    }

    /// The user whose rights it has.
    public OptionalLong effectiveUser() {
        return effective("Uid");
    }

    /// The group whose rights it has.
    public OptionalLong effectiveGroup() {
        return effective("Gid");
    }

    /// The second of real, effective, saved and of the file system.
    private OptionalLong effective(String name) {
        var ids = values(name);
        return ids.size() < 2 ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(ids.get(1)));
    }

    /// Whether it has a handler of its own for a signal; false where the kernel does not show it.
    ///
    /// @param signal its number, from 1
    public boolean handles(int signal) {
        var handled = values("SigCgt");
        return !handled.isEmpty()
                && ((Long.parseUnsignedLong(handled.getFirst(), 16) >>> (signal - 1)) & 1) == 1;
    }

    private List<String> values(String name) {
        var label = name + ":";
        return text.lines()
                .skip(1) // the program's name
                .filter(line -> line.startsWith(label))
                .flatMap(
                        line -> Stream.of(line.substring(label.length()).strip().split("\\s+", -1)))
                .toList();
    }

    private OptionalLong kibibytes(String name) {
        var value = number(name);
        return value.isPresent() ? OptionalLong.of(value.getAsLong() * 1024) : value;
    }

    private OptionalLong number(String name) {
        // The first line is the program's name, in which line breaks are escaped.
        var label = "\n" + name + ":";
        int at = text.indexOf(label);
        if (at < 0) {
            return OptionalLong.empty();
        }
        int start = at + label.length();
        while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
            start++;
        }
        int end = start;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return OptionalLong.of(Long.parseLong(text, start, end, 10));
    }
}
