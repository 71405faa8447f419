package dev.loombench.observe.file;

import dev.loombench.observe.file.content.Crash;
import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.file.content.MemoryErrors;
import dev.loombench.observe.file.content.MemoryErrors.Kind;
import dev.loombench.observe.file.content.ShownLimits;
import dev.loombench.observe.file.content.ThreadPrints;
import dev.loombench.observe.file.content.ThreadPrints.TimedPrint;
import dev.loombench.observe.result.VirtualMachine;
import dev.loombench.observe.threads.JavacoreThreads;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reader of the javacores of OpenJ9 in a text, a line at a time: the threads of each as a print of
/// them, the JVM, and the error or the crash at which it was written.
///
/// Source: `JavaCoreDumpWriter` of OpenJ9 (`writeTitleSection`, `writeEnvironmentSection`).
final class JavacoreReader {
    private static final String TITLE = "0SECTION       TITLE ";
    private static final String SECTION = "0SECTION ";
    private static final String THREADS = "0SECTION       THREADS ";
    private static final String THREAD = "3XMTHREADINFO ";

    private static final String MOMENT = "(\\d{4}/\\d\\d/\\d\\d at \\d\\d:\\d\\d:\\d\\d)(?::.*)?";
    private static final Pattern DATE = Pattern.compile("1TIDATETIME\\s+Date:\\s+" + MOMENT);
    private static final Pattern NANOS =
            Pattern.compile("1TINANOTIME\\s+System nanotime: (\\d{1,18})");
    private static final Pattern START =
            Pattern.compile("1CISTARTTIME\\s+JVM start time: " + MOMENT);
    private static final Pattern START_NANOS =
            Pattern.compile("1CISTARTNANO\\s+JVM start nanotime: (\\d{1,18})");
    private static final Pattern PROCESS =
            Pattern.compile("1CIPROCESSID\\s+Process ID: (\\d{1,10})\\b.*");

    /// `JRE 21 Linux amd64-64-Bit (build 21.0.4+7-LTS)`, of Java 8 `JRE 1.8.0 Linux amd64-64`.
    private static final Pattern VERSION =
            Pattern.compile(
                    "1CIJAVAVERSION JRE (?:1\\.)?([1-9]\\d{0,3})\\S*(.*?)(?: ?\\(build ([^)\\s]+)\\).*)?");

    private static final Pattern LINUX = Pattern.compile("\\s(Linux|AIX) (\\w+)-(?:32|64)\\b.*");
    private static final Pattern PROCESSORS =
            Pattern.compile("2CITARGETCPU\\s+Target CPUs: ([1-9]\\d{0,5})");
    private static final String VENDOR = "1CIVENDOR ";
    private static final String ARGUMENT = "2CIUSERARG ";
    private static final String PROGRAM = "-Dsun.java.command=";

    /// More than a command line has.
    private static final int MOST_ARGUMENTS = 2_000;

    private static final Pattern MAX_HEAP = Pattern.compile("-Xmx(\\d{1,12})([kKmMgG]?)");

    private static final Pattern EVENT = Pattern.compile("1TISIGINFO\\s+Dump Event \"(\\w+)\".*");
    private static final Pattern FULL =
            Pattern.compile(
                    "1TISIGINFO\\s.* Detail \"java/lang/OutOfMemoryError\" \"(.*)\" received\\s*");

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu/MM/dd 'at' HH:mm:ss");
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final Deque<TimedPrint> prints = new ArrayDeque<>();
    private final Deque<Crash> crashes = new ArrayDeque<>();
    private final Map<Kind, Long> errors = new EnumMap<>(Kind.class);
    private final FoundFacts facts = new FoundFacts();
    private JavacoreThreads threads = new JavacoreThreads();
    private JavacoreCrash crash = new JavacoreCrash();
    private List<String> words = new ArrayList<>();
    private boolean begun;
    private boolean hasThreads;
    private boolean ended;
    private OptionalLong time = OptionalLong.empty();
    private OptionalLong nanos = OptionalLong.empty();
    private OptionalLong start = OptionalLong.empty();
    private OptionalLong startNanos = OptionalLong.empty();
    private OptionalLong pid = OptionalLong.empty();
    private int earlier;

    /// @param line without what a log adds in front of it
    void line(String line) {
        if (line.startsWith(TITLE)) {
            endCore();
            begun = true;
        } else if (line.startsWith(SECTION) || line.startsWith(THREAD)) {
            begun = true; // the beginning may be cut off
        }
        if (begun) {
            ended |= hasThreads && line.startsWith(SECTION);
            hasThreads |= line.startsWith(THREADS);
            threads.line(line);
            crash.line(line);
            fact(line);
        }
    }

    private void fact(String line) {
        if (line.startsWith("1TI")) {
            title(line);
        } else if (line.startsWith("1CI") || line.startsWith("2CI")) {
            environment(line);
        }
    }

    private void title(String line) {
        var date = DATE.matcher(line);
        var system = NANOS.matcher(line);
        var event = EVENT.matcher(line);
        if (date.matches()) {
            time = time(date.group(1));
        } else if (system.matches()) {
            nanos = OptionalLong.of(Long.parseLong(system.group(1)));
        } else if (event.matches()) {
            crash.event(event.group(1));
            full(line);
        }
    }

    private void full(String line) {
        var full = FULL.matcher(line);
        if (full.matches()) {
            var message = "java.lang.OutOfMemoryError: " + full.group(1);
            Stream.of(Kind.values())
                    .filter(one -> one.messageIn(message).isPresent())
                    .findFirst()
                    .ifPresent(one -> errors.merge(one, 1L, Long::sum));
        }
    }

    private void environment(String line) {
        var version = VERSION.matcher(line);
        var process = PROCESS.matcher(line);
        var started = START.matcher(line);
        var system = START_NANOS.matcher(line);
        var processors = PROCESSORS.matcher(line);
        if (version.matches()) {
            version(version.group(1), version.group(2), Optional.ofNullable(version.group(3)));
        } else if (process.matches()) {
            pid = OptionalLong.of(Long.parseLong(process.group(1)));
            facts.pid = pid;
        } else if (started.matches()) {
            start = time(started.group(1));
        } else if (system.matches()) {
            startNanos = OptionalLong.of(Long.parseLong(system.group(1)));
        } else if (processors.matches()) {
            facts.processors = OptionalInt.of(Integer.parseInt(processors.group(1)));
        } else if (line.startsWith(VENDOR)) {
            facts.vendor = line.substring(VENDOR.length()).strip();
        } else if (line.startsWith(ARGUMENT)) {
            argument(line.substring(ARGUMENT.length()).strip());
        }
    }

    private void version(String feature, String platform, Optional<String> build) {
        facts.version = build.flatMap(JvmFacts::version).or(() -> JvmFacts.version(feature));
        var system = LINUX.matcher(platform);
        facts.platform = system.matches() ? system.group(1) + " " + system.group(2) : "";
    }

    private void argument(String word) {
        if (words.size() < MOST_ARGUMENTS) {
            words.add(word);
        }
        var heap = MAX_HEAP.matcher(word);
        if (heap.matches()) {
            int shift =
                    switch (heap.group(2)) {
                        case "k", "K" -> 10;
                        case "m", "M" -> 20;
                        case "g", "G" -> 30;
                        default -> 0;
                    };
            long units = Long.parseLong(heap.group(1));
            long most = Long.MAX_VALUE >> shift;
            if (units <= most) {
                facts.maxHeapBytes = OptionalLong.of(units << shift);
            }
        }
    }

    /// That of the clock of the JVM without a zone, ns since 1970.
    private static OptionalLong time(String text) {
        try {
            long seconds = LocalDateTime.parse(text, TIME).toEpochSecond(ZoneOffset.UTC);
            return OptionalLong.of(seconds * NANOS_PER_SECOND);
        } catch (DateTimeParseException _) {
            return OptionalLong.empty();
        }
    }

    private void endCore() {
        if (begun) {
            facts.vm = Optional.of(VirtualMachine.OPENJ9);
            facts.words = words.isEmpty() ? facts.words : command(words);
            var print = threads.end(!ended);
            if (!print.threads().isEmpty()) {
                keep(new TimedPrint(elapsed().orElse(time.orElse(0)), print, pid, startSeconds()));
            }
            crash.end().filter(_ -> crashes.size() < Crash.MOST).ifPresent(crashes::addLast);
        }
        threads = new JavacoreThreads();
        crash = new JavacoreCrash();
        words = new ArrayList<>();
        begun = false;
        hasThreads = false;
        ended = false;
        time = OptionalLong.empty();
        nanos = OptionalLong.empty();
        start = OptionalLong.empty();
        startNanos = OptionalLong.empty();
        pid = OptionalLong.empty();
    }

    /// The options, and behind them the program with its arguments, which OpenJ9 has as an option.
    private static List<String> command(List<String> arguments) {
        var command = new ArrayList<String>();
        command.add("java");
        arguments.stream().filter(word -> !word.startsWith(PROGRAM)).forEach(command::add);
        arguments.stream()
                .filter(word -> word.startsWith(PROGRAM))
                .map(word -> word.substring(PROGRAM.length()).strip().split("\\s+"))
                .forEach(words -> command.addAll(List.of(words)));
        return command;
    }

    private void keep(TimedPrint print) {
        prints.addLast(print);
        if (prints.size() > ThreadPrints.MOST) {
            prints.removeFirst();
            earlier++;
        }
    }

    /// Since the start of the JVM, ns.
    private OptionalLong elapsed() {
        if (nanos.isPresent() && startNanos.isPresent()) {
            return OptionalLong.of(nanos.getAsLong() - startNanos.getAsLong());
        }
        return time.isPresent() && start.isPresent()
                ? OptionalLong.of(time.getAsLong() - start.getAsLong())
                : OptionalLong.empty();
    }

    private OptionalLong startSeconds() {
        var since = elapsed();
        return time.isPresent() && since.isPresent()
                ? OptionalLong.of((time.getAsLong() - since.getAsLong()) / NANOS_PER_SECOND)
                : OptionalLong.empty();
    }

    /// Ends the last one.
    ThreadPrints end() {
        endCore();
        return new ThreadPrints(List.copyOf(prints), earlier);
    }

    List<Crash> crashes() {
        return List.copyOf(crashes);
    }

    /// Errors at which a javacore was written.
    ShownLimits limits() {
        var counted =
                errors.entrySet().stream()
                        .map(error -> new MemoryErrors(error.getKey(), error.getValue()))
                        .toList();
        return new ShownLimits(List.of(), false, counted);
    }

    JvmFacts jvm() {
        return facts.facts();
    }
}
