package dev.loombench.observe.file;

import dev.loombench.observe.file.content.Crash;
import dev.loombench.observe.file.content.Crash.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The crash at which OpenJ9 wrote a javacore, a line at a time. Its signal, its module and the
/// stack of the current thread tell what happened; a javacore that was asked for shows none.
///
/// Source: `JavaCoreDumpWriter` of OpenJ9 (`writeProcessorSection`, `writeThread`).
final class JavacoreCrash {
    /// As a crash log has.
    private static final int MOST_FRAMES = 256;

    private static final Pattern SIGNAL =
            Pattern.compile("1XHEXCPCODE\\s+Signal_Number: ([0-9A-F]{1,8})\\s*");

    private static final Pattern MODULE =
            Pattern.compile("1XHEXCPMODULE\\s+Module: (?:.*[/\\\\])?([^/\\\\\\s]{1,255})\\s*");

    private static final Pattern THREAD =
            Pattern.compile("3XMTHREADINFO\\s+\"(.*)\" (?:J9VMThread|TID):0x.*");

    private static final Pattern FRAME =
            Pattern.compile("4XE(?:NATIVESTACK|STACKTRACE)\\s+(?:at )?(\\S.*?)\\s*");

    private static final String REGISTERS = "1XHEXCP";
    private static final String CURRENT = "1XMCURTHDINFO";
    private static final String DETAILS = "1XMTHDINFO";
    private static final String SENDER = "1TISIGPID ";

    /// Libraries of the JVM.
    private static final String OWN = "libj9";

    /// On Linux and AIX.
    private static final Map<Integer, String> NAMES =
            Map.of(4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 11, "SIGSEGV");

    private final List<String> frames = new ArrayList<>();
    private String event = "";
    private String signal = "";
    private Optional<String> module = Optional.empty();
    private Optional<String> thread = Optional.empty();
    private boolean sent;
    private boolean ofCurrent;

    /// @param name of what the JVM wrote it at, as in `gpf`
    void event(String name) {
        event = name;
    }

    void line(String line) {
        if (line.startsWith(CURRENT)) {
            ofCurrent = true;
        } else if (line.startsWith(DETAILS)) {
            ofCurrent = false;
        } else if (line.startsWith(SENDER)) {
            sent = true;
        } else if (ofCurrent) {
            currentThread(line);
        } else if (line.startsWith(REGISTERS)) {
            registers(line);
        }
    }

    private void registers(String line) {
        var raised = SIGNAL.matcher(line);
        var place = MODULE.matcher(line);
        if (raised.matches()) {
            signal = signal(Integer.parseUnsignedInt(raised.group(1), 16));
        } else if (place.matches()) {
            module = Optional.of(place.group(1));
        }
    }

    private void currentThread(String line) {
        var shown = THREAD.matcher(line);
        var frame = FRAME.matcher(line);
        if (shown.matches()) {
            thread = Optional.of('"' + shown.group(1) + '"');
        } else if (frame.matches() && frames.size() < MOST_FRAMES) {
            frames.add(frame.group(1));
        }
    }

    /// As HotSpot has it: `SIGSEGV (0xb)`.
    private static String signal(int number) {
        return "%s (0x%x)".formatted(NAMES.getOrDefault(number, "signal"), number);
    }

    /// Empty where it was written at another event. Most do not show who raised `SIGABRT`: a
    /// library, as one that finds its memory damaged, or a person.
    Optional<Crash> end() {
        return switch (event) {
            case "gpf" -> Optional.of(crash(Cause.SIGNAL, "a general protection fault"));
            case "abort" -> Optional.of(crash(sent ? Cause.SENT_SIGNAL : Cause.SIGNAL, "SIGABRT"));
            case "traceassert" ->
                    Optional.of(crash(Cause.INTERNAL_ERROR, "a check of the JVM failed"));
            default -> Optional.empty();
        };
    }

    private Crash crash(Cause cause, String what) {
        return new Crash(
                cause,
                signal.isEmpty() ? what : signal,
                module.map(name -> "%s  [%s]".formatted(name.startsWith(OWN) ? "V" : "C", name)),
                thread,
                frames,
                Optional.empty(),
                List.of());
    }
}
