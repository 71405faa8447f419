package dev.loombench.diagnose.rule.defect;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.analysis.defect.KnownDefects.Applicable;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.file.content.Crash;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The crash of a JVM, by its crash log: a known defect of its version whose functions are on the
/// stack, else where it happened.
public final class JvmCrash {
    static final String ID = "jvm-crash";

    private static final String IMPACT = "the service ended, with all requests in progress";

    private static final String UPDATE =
            "update the JDK to its latest version, and report the crash to its vendor with this log";

    /// A read of a mapped page that the file does not have, on Linux. On macOS the signal, with
    /// another number, also shows a fault of native code.
    private static final String BUS_ERROR = "SIGBUS (0x7)";

    private static final String TRUNCATED =
            "look for a mapped file that was truncated or had no room: a jar that was replaced in"
                    + " place while the service ran (write a new file and move it), or a full disk,"
                    + " /dev/shm or /tmp";

    /// `C [libfoo.so+0x1f072] Foo::bar()+0xa92`: the kind of a frame and its library.
    private static final Pattern FRAME =
            Pattern.compile("([CVvJjA])\\s+(?:\\[([^+\\]]+)[^]]*])?.*");

    static final Rule RULE =
            new Rule(
                    ID,
                    "the JVM crashed or ended, by its crash log",
                    "a crash log",
                    "the JVM crashed or ended: where, and why",
                    "critical",
                    "HotSpot's `VMError::report`",
                    Figures.class);

    static final Rule RULE_DEFECT =
            new Rule(
                    "known-defect (by its id)",
                    DefectsAtWork.RULE.kind().name(),
                    "the stack in a crash log",
                    "one of the defect's functions is on it, and the JDK has it",
                    "critical",
                    "its row",
                    Figures.class);

    private JvmCrash() {}

    /// @param crashes with this message
    /// @param cause `signal`, `sent-signal`, `internal-error`, `no-memory` or `heap-full`
    /// @param what as in `SIGSEGV (0xb)`, or the words of the JVM
    record Figures(
            int crashes,
            String cause,
            String what,
            Optional<String> frame,
            Optional<String> operation) {
        static Figures of(Crash crash, int crashes) {
            return new Figures(
                    crashes, label(crash.cause()), crash.what(), crash.frame(), crash.operation());
        }

        private static String label(Crash.Cause cause) {
            return switch (cause) {
                case SIGNAL -> "signal";
                case SENT_SIGNAL -> "sent-signal";
                case INTERNAL_ERROR -> "internal-error";
                case NO_MEMORY -> "no-memory";
                case HEAP_FULL -> "heap-full";
            };
        }
    }

    /// @param defect that explains it
    private record Found(Crash crash, Optional<Applicable> defect) {
        String message() {
            return defect.map(JvmCrash::message).orElseGet(() -> JvmCrash.message(crash));
        }

        /// @param crashes with this message
        ServiceFinding finding(int crashes) {
            var figures = Figures.of(crash, crashes);
            return defect.map(d -> ofDefect(d, crash, figures))
                    .orElseGet(() -> ofCause(crash, figures));
        }
    }

    /// Crashes with equal messages are one finding.
    public static Stream<ServiceFinding> in(Evidence evidence, KnownDefects table) {
        var groups = new LinkedHashMap<String, List<Found>>();
        for (var crash : evidence.files().crashes()) {
            var found = new Found(crash, known(crash, evidence, table));
            groups.computeIfAbsent(found.message(), _ -> new ArrayList<>()).add(found);
        }
        return groups.values().stream().map(same -> same.getFirst().finding(same.size()));
    }

    private static Optional<Applicable> known(Crash crash, Evidence evidence, KnownDefects table) {
        return evidence.jvm().runtime().stream()
                .flatMap(java -> table.ofCrash(java, crash.libraries(), crash::mentions))
                .findFirst();
    }

    private static ServiceFinding ofDefect(Applicable applicable, Crash crash, Figures figures) {
        var defect = applicable.defect();
        var lines = new ArrayList<>(evidence(crash));
        lines.add(defect.source());
        return ServiceFinding.of(
                RULE_DEFECT.withId(defect.id()),
                Severity.CRITICAL,
                Confidence.HIGH,
                new FindingText(message(applicable), IMPACT, defect.remedy()),
                lines,
                1,
                figures);
    }

    private static String message(Applicable applicable) {
        return "the JVM crashed by a known defect of %s: %s"
                .formatted(applicable.subject(), applicable.defect().what());
    }

    private static ServiceFinding ofCause(Crash crash, Figures figures) {
        return ServiceFinding.of(
                RULE,
                Severity.CRITICAL,
                crash.cause() == Crash.Cause.SIGNAL ? Confidence.MEDIUM : Confidence.HIGH,
                new FindingText(message(crash), IMPACT, remedy(crash)),
                evidence(crash),
                1,
                figures);
    }

    private static String message(Crash crash) {
        return switch (crash.cause()) {
            case SIGNAL, INTERNAL_ERROR ->
                    "the JVM crashed%s: %s"
                            .formatted(crash.frame().map(JvmCrash::where).orElse(""), crash.what());
            case SENT_SIGNAL ->
                    "a process sent the JVM the signal %s, at which it ended"
                            .formatted(crash.what());
            case NO_MEMORY ->
                    "the JVM found no memory outside its heap, and ended: " + crash.what();
            case HEAP_FULL -> "the heap was full, and the JVM ended (-XX:+CrashOnOutOfMemoryError)";
        };
    }

    /// ` in libfoo.so`, or in what the letter of the frame means.
    private static String where(String frame) {
        var parts = FRAME.matcher(frame);
        if (!parts.matches()) {
            return "";
        }
        return switch (parts.group(1)) {
            case "C" -> parts.group(2) == null ? " in native code" : " in " + parts.group(2);
            case "J", "j", "A" -> " in Java code";
            default -> " in its own code";
        };
    }

    private static String remedy(Crash crash) {
        return switch (crash.cause()) {
            case SIGNAL, INTERNAL_ERROR ->
                    crash.what().startsWith(BUS_ERROR)
                            ? TRUNCATED
                            : crash.frame().map(JvmCrash::remedy).orElse(UPDATE);
            case SENT_SIGNAL -> "find what sent it: no fault of the JVM is shown";
            case NO_MEMORY -> noMemory(crash.what());
            case HEAP_FULL -> "raise -Xmx, or find what keeps the objects";
        };
    }

    /// A thread that was not started, and pages that were not protected, are refused for another
    /// limit than that of memory.
    private static String noMemory(String what) {
        if (what.contains("Cannot create")) {
            return "raise the limit of threads of the user (ulimit -u) or the container (pids.max), or"
                    + " lower the number of platform threads";
        }
        return what.contains("guard stack pages") || what.contains("(mprotect)")
                ? "raise the limit of mappings (sysctl vm.max_map_count), of which each platform thread"
                        + " takes some, or lower the number of platform threads"
                : "raise the memory of the machine or container, or lower -Xmx and the number of"
                        + " platform threads";
    }

    private static String remedy(String frame) {
        var parts = FRAME.matcher(frame);
        if (!parts.matches()) {
            return UPDATE;
        }
        return switch (parts.group(1)) {
            case "C" ->
                    "update or remove what calls this library (an agent, a driver, a profiler), and"
                            + " report the crash to its vendor with this log";
            default -> UPDATE;
        };
    }

    private static List<String> evidence(Crash crash) {
        var lines = new ArrayList<String>();
        crash.frame().ifPresent(frame -> lines.add("problematic frame " + frame));
        if (lines.isEmpty()) {
            lines.add(crash.what());
        }
        crash.thread().ifPresent(thread -> lines.add("in the thread " + thread));
        crash.operation().ifPresent(operation -> lines.add("during the operation " + operation));
        return lines;
    }
}
