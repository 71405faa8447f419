package dev.loombench.observe.file;

import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.file.content.ThreadPrints;
import dev.loombench.observe.file.content.ThreadPrints.TimedPrint;
import dev.loombench.observe.result.VirtualMachine;
import dev.loombench.observe.threads.PrintedThread;
import dev.loombench.observe.threads.ThreadPrint;
import dev.loombench.observe.threads.ThreadPrintParser;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Reader of the prints of threads in a text, a line at a time: those of `Thread.print` and
/// `jstack`, or several in the output of a JVM that received the signal `QUIT`.
///
/// The time of a print is that since the start of the JVM, which the oldest thread shows
/// (`elapsed=944.36s`, JDK 11); else that of the line before it, which has no zone.
///
/// A print without the lines that HotSpot prints before and after the threads is cut off, as by a
/// log that keeps the last lines.
final class PrintReader {
    private static final String START = "Full thread dump ";

    /// A thread that starts with the JVM.
    private static final String FIRST_THREAD = "\"Reference Handler\" #";

    private static final Pattern VERSION = Pattern.compile(START + "(.*)\\((\\S+) .*");
    private static final Pattern PROCESS = Pattern.compile("(\\d{1,10}):");
    private static final String ELAPSED = " elapsed=";
    private static final Pattern ELAPSED_VALUE = Pattern.compile("(\\d{1,9})[.,](\\d\\d)s\\b.*");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final int TIME_LENGTH = 19;
    private static final int YEAR_LENGTH = 4;

    /// With milliseconds, as of Tomcat's Manager.
    private static final int MILLIS_LENGTH = 23;

    /// Programs that are named.
    private static final int SHOWN = 3;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final Supplier<String> program;
    private final Deque<TimedPrint> prints = new ArrayDeque<>();
    private final Set<String> programs = new LinkedHashSet<>();
    private final Set<String> versions = new LinkedHashSet<>();
    private final FoundFacts facts = new FoundFacts();
    private ThreadPrintParser parser = new ThreadPrintParser();
    private OptionalLong nextPid = OptionalLong.empty();
    private OptionalLong pid = OptionalLong.empty();
    private OptionalLong nextTime = OptionalLong.empty();
    private OptionalLong time = OptionalLong.empty();
    private boolean begun;
    private long elapsed;
    private OptionalLong elapsedOfFirst = OptionalLong.empty();
    private int earlier;
    private boolean reversed;

    PrintReader() {
        this(() -> "");
    }

    /// @param program that wrote the present line, as the log in which it is names it; empty where
    ///   it does not
    PrintReader(Supplier<String> program) {
        this.program = program;
    }

    /// @param line without what a container's log adds in front of it
    void line(String line) {
        if (line.startsWith(START)) {
            begin(line);
        } else if (line.startsWith("\"")) {
            if (parser.isRepeated(line)) {
                endPrint();
            }
            elapsed(line);
            parser.line(line);
        } else {
            if (isNumber(line)) {
                process(line);
            }
            parser.line(line);
        }
    }

    private void begin(String line) {
        endPrint();
        begun = true;
        var version = VERSION.matcher(line);
        if (version.matches()) {
            facts.vm = Optional.of(VirtualMachine.named(version.group(1)));
            facts.version = JvmFacts.version(version.group(2));
            facts.version.map(Runtime.Version::toString).ifPresent(text -> add(versions, text));
            Optional.of(program.get())
                    .filter(name -> !name.isEmpty())
                    .ifPresent(name -> add(programs, name));
        }
        pid = nextPid;
        facts.pid = facts.pid.isPresent() ? facts.pid : pid;
        time = nextTime;
        nextPid = OptionalLong.empty();
        nextTime = OptionalLong.empty();
    }

    /// More than one is refused.
    private static void add(Set<String> names, String name) {
        if (names.size() <= SHOWN) {
            names.add(name);
        }
    }

    private static boolean isNumber(String line) {
        return !line.isEmpty() && Character.isDigit(line.charAt(0));
    }

    /// The process or the time, which stand before a print.
    private void process(String line) {
        var number = PROCESS.matcher(line);
        if (number.matches()) {
            nextPid = OptionalLong.of(Long.parseLong(number.group(1)));
        } else if (line.length() >= TIME_LENGTH
                && line.charAt(YEAR_LENGTH) == '-'
                && (line.length() == TIME_LENGTH
                        || (line.length() == MILLIS_LENGTH && line.charAt(TIME_LENGTH) == '.'))) {
            nextTime = time(line.substring(0, TIME_LENGTH));
        }
    }

    private static OptionalLong time(String line) {
        try {
            long seconds = LocalDateTime.parse(line, TIME).toEpochSecond(ZoneOffset.UTC);
            return OptionalLong.of(seconds * NANOS_PER_SECOND);
        } catch (DateTimeParseException e) {
            return OptionalLong.empty();
        }
    }

    private void elapsed(String line) {
        int at = line.lastIndexOf(ELAPSED);
        if (at < 0) {
            return;
        }
        var value = ELAPSED_VALUE.matcher(line.substring(at + ELAPSED.length()));
        if (value.matches()) {
            long nanos =
                    Long.parseLong(value.group(1)) * NANOS_PER_SECOND
                            + Long.parseLong(value.group(2)) * 10_000_000;
            elapsed = Math.max(elapsed, nanos);
            if (line.startsWith(FIRST_THREAD)) {
                elapsedOfFirst = OptionalLong.of(nanos);
            }
        }
    }

    private void endPrint() {
        reversed |= parser.isReversed();
        var print = parser.endOfPart(begun);
        if (begun ? !print.threads().isEmpty() : hasContent(print)) {
            prints.addLast(
                    new TimedPrint(
                            elapsed > 0 ? elapsed : time.orElse(0), print, pid, startSeconds()));
        }
        if (prints.size() > ThreadPrints.MOST) {
            prints.removeFirst();
            earlier++;
        }
        parser = new ThreadPrintParser();
        begun = false;
        elapsed = 0;
        elapsedOfFirst = OptionalLong.empty();
    }

    /// Whether the text is one of threads although its first line is missing.
    private static boolean hasContent(ThreadPrint print) {
        return print.threads().stream().anyMatch(PrintReader::hasStack)
                || print.deadlocks().stream().anyMatch(cycle -> !cycle.isEmpty());
    }

    private static boolean hasStack(PrintedThread thread) {
        return thread.state().isPresent() && !thread.stack().frames().isEmpty();
    }

    private OptionalLong startSeconds() {
        return time.isPresent() && elapsedOfFirst.isPresent()
                ? OptionalLong.of(
                        (time.getAsLong() - elapsedOfFirst.getAsLong()) / NANOS_PER_SECOND)
                : OptionalLong.empty();
    }

    /// @throws WrongInput when the prints are of several programs, as far as the text shows it, or
    ///   their lines are in reverse order
    void check(InputFile file) {
        if (reversed || parser.isReversed()) {
            throw new WrongInput(
                    "%s has the lines of a thread dump in reverse order, the newest first; reverse them: tac FILE"
                            .formatted(FileReading.quoted(file)));
        }
        if (programs.size() > 1) {
            throw new WrongInput(
                    "%s mixes thread dumps of several programs, by what is in front of the lines (%s); give the lines of one (grep -F NAME FILE)"
                            .formatted(
                                    FileReading.quoted(file),
                                    programs.stream()
                                            .limit(SHOWN)
                                            .map(TextSanitizer::quoted)
                                            .collect(Collectors.joining(", "))));
        }
        if (versions.size() > 1) {
            throw new WrongInput(
                    "%s has thread dumps of several JVMs (JDK %s); give those of one"
                            .formatted(FileReading.quoted(file), String.join(", ", versions)));
        }
    }

    ThreadPrints end() {
        endPrint();
        return new ThreadPrints(List.copyOf(prints), earlier);
    }

    JvmFacts jvm() {
        return facts.facts();
    }
}
