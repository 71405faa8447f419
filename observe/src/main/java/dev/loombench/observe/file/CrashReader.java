package dev.loombench.observe.file;

import dev.loombench.observe.file.content.Crash;
import dev.loombench.observe.file.content.Crash.Cause;
import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.file.content.ShownLimits;
import dev.loombench.observe.result.VirtualMachine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reader of crash logs, or of their beginnings as the JVM writes them to its output, a line at a
/// time. The facts are those of the last one that shows them. What `jcmd PID VM.info` prints is one
/// without a crash.
///
/// Source: `VMError::report` and `VMError::print_vm_info` of HotSpot.
final class CrashReader {
    private static final String FATAL =
            "# A fatal error has been detected by the Java Runtime Environment";
    private static final String MEMORY = "# There is insufficient memory for the Java Runtime";

    /// More than a stack in it has.
    private static final int MOST_FRAMES = 256;

    private static final Pattern SIGNAL =
            Pattern.compile(
                    "#\\s+(\\w+ \\(0x[0-9a-f]+\\)) at pc=\\S+(?: \\(sent by \\w+\\))?, pid=(\\d{1,10}), tid=.*");
    private static final Pattern ERROR =
            Pattern.compile(
                    "#\\s+(Internal Error|Out of Memory Error|Error) \\((.*)\\), pid=(\\d{1,10}), tid=.*");
    private static final String JRE = "# JRE version: ";
    private static final String VM = "# Java VM: ";
    private static final Pattern RUNTIME =
            Pattern.compile(JRE + ".*\\((?:\\w+ )?build ([^),]+)[),].*");
    private static final Pattern FRAME = Pattern.compile("# ([CVvJjA]\\s+.*)");
    private static final Pattern STACK_FRAME = Pattern.compile("([CVvJjA]\\s+\\S.*)");
    private static final Pattern THREAD =
            Pattern.compile("Current thread \\(0x[0-9a-f]+\\):\\s+(\\w+(?: \"[^\"]*\")?).*");
    private static final Pattern OPERATION =
            Pattern.compile("VM_Operation \\(0x[0-9a-f]+\\): (\\w+).*");
    private static final Pattern SENT =
            Pattern.compile("siginfo: .*si_code: 0 \\(SI_USER\\), si_pid: (\\d{1,10}).*");
    private static final LinePattern MAX_HEAP =
            new LinePattern(
                    " MaxHeapSize ", Pattern.compile("^\\s*size_t MaxHeapSize\\s+= (\\d{1,18}) "));
    private static final LinePattern MAX_DIRECT =
            new LinePattern(
                    " MaxDirectMemorySize ",
                    Pattern.compile("^\\s*u?int64_t MaxDirectMemorySize\\s+= (\\d{1,18}) "));

    /// Those of the machine, and those that the JVM counted when it started.
    private static final LinePattern PROCESSORS =
            new LinePattern(
                    "(initial active ",
                    Pattern.compile("^CPU: ?total \\d{1,6} \\(initial active (\\d{1,6})\\)"));

    private static final String COMMAND = "Command Line: ";
    private static final String CLASS_PATH = "java_class_path (initial): ";
    private static final String AGENT = "-javaagent:";

    /// Names of builds, and their vendors as these name themselves.
    private static final Map<String, String> VENDORS =
            Map.of(
                    " Temurin-", "Eclipse Adoptium",
                    " Zulu", "Azul Systems, Inc.",
                    " Corretto-", "Amazon.com Inc.",
                    " Microsoft-", "Microsoft",
                    " SapMachine", "SAP SE",
                    " (Red_Hat-", "Red Hat, Inc.",
                    " GraalVM CE ", "GraalVM Community",
                    " Java(TM) ", "Oracle Corporation");

    private final FoundFacts facts = new FoundFacts();
    private final PrintedLimits limits = new PrintedLimits();
    private final Deque<Reported> crashes = new ArrayDeque<>();
    private final List<String> frames = new ArrayList<>();
    private NamedJars jars = new NamedJars();
    private Section section = Section.BEFORE;
    private Cause cause = Cause.INTERNAL_ERROR;
    private String signal = "";
    private String what = "";
    private String details = "";
    private boolean frameFollows;
    private Optional<String> frame = Optional.empty();
    private Optional<String> thread = Optional.empty();
    private Optional<String> operation = Optional.empty();

    /// A crash with the line of its signal or error, which names the process and the thread.
    private record Reported(Crash crash, String signal) {
        private boolean isWhole() {
            return crash.thread().isPresent() || !crash.frames().isEmpty();
        }

        /// Whether one of the two is the beginning of the other, as where a text has what the JVM
        /// wrote to its output and its crash log.
        private boolean isSameAs(Reported other) {
            return signal.equals(other.signal) && isWhole() != other.isWhole();
        }
    }

    /// Where in the log a line is.
    private enum Section {
        BEFORE,
        /// What describes a JVM that runs.
        INFO,
        /// The lines that begin with a number sign.
        HEAD,
        BODY,
        /// Frames of the thread that crashed.
        STACK
    }

    /// Whether it is one of the lines of a crash log that may be long.
    static boolean mayBeLong(String line) {
        return line.startsWith(COMMAND) || line.startsWith(CLASS_PATH);
    }

    void line(String line) {
        if (line.startsWith(FATAL)) {
            begin(Cause.INTERNAL_ERROR);
        } else if (line.startsWith(MEMORY)) {
            begin(Cause.NO_MEMORY);
        } else {
            next(line);
        }
    }

    private void begin(Cause first) {
        endCrash();
        limits.begin();
        section = Section.HEAD;
        cause = first;
    }

    private void next(String line) {
        switch (section) {
            case BEFORE -> beginInfo(line);
            case INFO -> infoLine(line);
            case HEAD -> headLine(line);
            case BODY -> bodyLine(line);
            case STACK -> stackLine(line);
        }
    }

    private void beginInfo(String line) {
        if (line.startsWith(JRE)) {
            section = Section.INFO;
            infoLine(line);
        }
    }

    private void infoLine(String line) {
        if (line.startsWith("#")) {
            detail(line);
        } else {
            fact(line);
        }
    }

    private void headLine(String line) {
        if (!line.startsWith("#")) {
            section = Section.BODY;
            bodyLine(line);
            return;
        }
        var raised = SIGNAL.matcher(line);
        var error = ERROR.matcher(line);
        var shown = FRAME.matcher(line);
        if (raised.matches()) {
            cause = Cause.SIGNAL;
            signal = line;
            what = raised.group(1);
            facts.pid = OptionalLong.of(Long.parseLong(raised.group(2)));
        } else if (error.matches()) {
            signal = line;
            what = "%s (%s)".formatted(error.group(1), error.group(2));
            facts.pid = OptionalLong.of(Long.parseLong(error.group(3)));
        } else if (frameFollows && shown.matches()) {
            frame = Optional.of(shown.group(1));
            frameFollows = false;
        } else if (line.startsWith("# Problematic frame:")) {
            frameFollows = true;
        } else {
            detail(line);
        }
    }

    /// The JDK, or the JVM's own words of an error.
    private void detail(String line) {
        var runtime = RUNTIME.matcher(line);
        if (runtime.matches()) {
            facts.version = JvmFacts.version(runtime.group(1));
            facts.vendor = vendor(line);
        } else if (line.startsWith(VM)) {
            facts.vm = Optional.of(VirtualMachine.named(line.substring(VM.length())));
            facts.platform = JvmFacts.platform(line);
        } else if (line.startsWith("#  fatal error: OutOfMemory encountered")) {
            cause = Cause.HEAP_FULL;
        } else if (line.startsWith("# Native memory allocation")
                || line.startsWith("# Cannot create")
                || line.startsWith("#  guarantee(")
                || line.startsWith("#  assert(")
                || line.startsWith("#  fatal error:")
                || line.startsWith("#  Error:")) {
            details = details.isEmpty() ? line.substring(1).strip() : details;
        }
    }

    private static String vendor(String line) {
        return VENDORS.entrySet().stream()
                .filter(build -> line.contains(build.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }

    private void bodyLine(String line) {
        if (line.startsWith(CLASS_PATH) || line.contains(AGENT)) {
            jars.add(line);
        }
        if (line.startsWith("Native frames:") || line.startsWith("Java frames:")) {
            section = Section.STACK;
        } else if (line.startsWith("Current thread (")) {
            var current = THREAD.matcher(line);
            thread = current.matches() ? Optional.of(current.group(1)) : thread;
        } else if (line.startsWith("VM_Operation (")) {
            var running = OPERATION.matcher(line);
            operation = running.matches() ? Optional.of(running.group(1)) : operation;
        } else if (line.startsWith("siginfo: ")) {
            boolean sent = cause == Cause.SIGNAL && SENT.matcher(line).matches();
            cause = sent ? Cause.SENT_SIGNAL : cause;
        } else if (!fact(line)) {
            limits.line(line);
        }
    }

    /// Whether it is a fact about the JVM, which is kept.
    private boolean fact(String line) {
        if (line.startsWith(COMMAND)) {
            var words = "java " + line.substring(COMMAND.length());
            facts.words = List.of(words.strip().split("\\s+"));
            return true;
        }
        var heap = MAX_HEAP.in(line).map(CrashReader::number);
        var direct = MAX_DIRECT.in(line).map(CrashReader::number).filter(bytes -> bytes > 0);
        var processors = PROCESSORS.in(line).map(CrashReader::number);
        heap.ifPresent(bytes -> facts.maxHeapBytes = OptionalLong.of(bytes));
        direct.ifPresent(bytes -> facts.maxDirectBytes = OptionalLong.of(bytes));
        processors.ifPresent(count -> facts.processors = OptionalInt.of(Math.toIntExact(count)));
        return heap.isPresent() || direct.isPresent() || processors.isPresent();
    }

    private static long number(MatchResult line) {
        return Long.parseLong(line.group(1));
    }

    private void stackLine(String line) {
        var shown = STACK_FRAME.matcher(line);
        if (shown.matches() && frames.size() < MOST_FRAMES) {
            frames.add(shown.group(1));
        } else if (line.isBlank()) {
            section = Section.BODY;
        } else if (!shown.matches()) {
            section = Section.BODY;
            bodyLine(line);
        }
    }

    private void endCrash() {
        if (hasBegun()) {
            keep(new Reported(crash(), signal));
        }
        section = Section.BEFORE;
        signal = "";
        what = "";
        details = "";
        frameFollows = false;
        frame = Optional.empty();
        thread = Optional.empty();
        operation = Optional.empty();
        frames.clear();
        jars = new NamedJars();
    }

    private Crash crash() {
        return new Crash(
                cause,
                Stream.of(what, details)
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining(": ")),
                frame,
                thread,
                frames,
                operation,
                jars.all());
    }

    private void keep(Reported next) {
        var same = crashes.stream().filter(next::isSameAs).findFirst();
        if (same.isEmpty()) {
            crashes.addLast(next);
        } else if (next.isWhole()) {
            crashes.remove(same.get());
            crashes.addLast(next);
        }
        if (crashes.size() > Crash.MOST) {
            crashes.removeFirst();
        }
    }

    /// The crashes, in order.
    List<Crash> end() {
        endCrash();
        return crashes.stream().map(Reported::crash).toList();
    }

    /// Whether a line is behind the beginning of a log.
    boolean hasBegun() {
        return switch (section) {
            case BEFORE, INFO -> false;
            case HEAD, BODY, STACK -> true;
        };
    }

    /// Memory outside the heap that has a limit, as the last log that shows it has it.
    ShownLimits limits() {
        return limits.shown();
    }

    JvmFacts jvm() {
        return facts.facts();
    }
}
