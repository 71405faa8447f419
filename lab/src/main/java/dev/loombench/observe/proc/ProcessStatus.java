package dev.loombench.observe.proc;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/// The `status` file of a process or of one of its threads, one `Name:\tvalue` per line.
///
/// Source: proc_pid_status(5).
record ProcessStatus(String text) {

    /// More than the kernel writes; its longest lines are lists of processors.
    static final int MAX_BYTES = 16 * 1024;

    /// Reads the file with one system call: there can be thousands of such files.
    ///
    /// @param buffer scratch space, {@link #MAX_BYTES} long
    /// @return empty when the process or thread has ended
    static Optional<ProcessStatus> read(String file, byte[] buffer) {
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
    OptionalLong rssBytes() {
        return kibibytes("VmRSS");
    }

    /// The peak of memory in RAM since the process began or the mark was reset, bytes.
    OptionalLong rssPeakBytes() {
        return kibibytes("VmHWM");
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
