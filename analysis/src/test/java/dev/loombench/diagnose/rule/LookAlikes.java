package dev.loombench.diagnose.rule;

import static java.util.Map.entry;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.RuleFindings;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.SampleThreads;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.proc.UnreadConnections;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.threads.PrintedStack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Two services that look alike, a healthy one and one with a fault, of the table `pairs.txt`:
///
/// ```
/// ## what the pairs are about
///
/// # the healthy service | the faulty one | id of the finding | outcome, unless "yes"
/// orders-# 3 WAITING | orders-# 3 RUNNABLE
///   PARK
///   com.example.Orders.take | com.example.Orders.put
/// ```
///
/// Of a line with a bar the healthy service has the left side and the faulty one the right side,
/// else both have it. Threads have a name (`#` is their number), how many they are, and a state;
/// `+10` is their CPU time between two moments, in ms, and with `new` others are there at each
/// moment. `VIRTUAL` ones are in three lists. Frames are in order from the top, without their
/// lines, and capitals stand for frequent ones. `clients N` are connections, `uses N` processors,
/// and `executor NAME THREADS FIRST LAST RATE` is one whose threads are all in use, with the tasks
/// that wait at the first and the last moment, and those that end per second.
///
/// @param rule what the pair is about
/// @param finding id of the fault
/// @param stated what the table says of it
record LookAlikes(
        String rule,
        String healthy,
        String faulty,
        String finding,
        Outcome stated,
        List<String> lines) {
    private static final int HEALTHY = 0;
    private static final int FAULTY = 1;
    private static final int MOMENTS = 4;
    private static final int LISTS = 3;
    private static final long BETWEEN_NANOS = 10_000_000_000L;
    private static final String BAR = "\\|";
    private static final String FRAME = "  ";
    private static final String OWNS = "OWNS";

    /// Of what is not observed: threads that did not run, and what is to end a wait.
    private static final List<String> NAMED =
            List.of("progress of ", "producers for ", "signals to ", "input of ");

    private static final Map<String, String> SHORT =
            Map.ofEntries(
                    entry("PARK", SampleThreads.PARK),
                    entry("WAIT", "java.lang.Object.wait0(Native Method)"),
                    entry("SLEEP", SampleThreads.SLEEP),
                    entry("READ", "sun.nio.ch.Net.poll(Native Method)"),
                    entry("EPOLL", "sun.nio.ch.EPoll.wait(Native Method)"),
                    entry("SELECT", "sun.nio.ch.SelectorImpl.select"),
                    entry("TAKE", "java.util.concurrent.LinkedBlockingQueue.take"),
                    entry("PUT", "java.util.concurrent.ArrayBlockingQueue.put"),
                    entry("GET", "java.util.concurrent.CompletableFuture.get"),
                    entry("LATCH", "java.util.concurrent.CountDownLatch.await"),
                    entry("ACQUIRE", "java.util.concurrent.Semaphore.acquire"),
                    entry(
                            "LOCK",
                            "- parking to wait for  <0xa0> (a %s)\njava.util.concurrent.locks.ReentrantLock.lock"
                                    .formatted(SampleThreads.LOCK)),
                    entry("TASK", "java.util.concurrent.ThreadPoolExecutor.getTask"),
                    entry("WORKER", SampleThreads.WORKER),
                    entry(
                            "SCHEDULED",
                            "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run"),
                    entry(
                            "LISTENER",
                            "org.springframework.kafka.listener.KafkaMessageListenerContainer$ListenerConsumer.run"),
                    entry(
                            "TOMCAT",
                            "org.apache.coyote.AbstractProtocol$ConnectionHandler.process"));

    LookAlikes {
        lines = List.copyOf(lines);
    }

    /// Whether the fault is told from the healthy service.
    enum Outcome {
        TOLD_APART("yes"),
        /// The fault has a note, as the healthy service may have.
        NOTE("note"),
        /// The call of the fault is named as not observed.
        NOT_OBSERVED("not observed"),
        MISSED("missed"),
        /// The healthy service has a finding.
        FALSE_ALARM("false alarm");

        private final String label;

        Outcome(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        private static Outcome of(String label) {
            return Arrays.stream(values())
                    .filter(outcome -> outcome.label.equals(label))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(label));
        }
    }

    /// All pairs of the table.
    static List<LookAlikes> all() throws IOException {
        String text;
        try (var in = Objects.requireNonNull(LookAlikes.class.getResourceAsStream("pairs.txt"))) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        var pairs = new ArrayList<LookAlikes>();
        var rule = "";
        for (var block : text.strip().split("\n\n", -1)) {
            var lines = block.lines().toList();
            var title = lines.getFirst();
            if (title.startsWith("## ")) {
                rule = title.substring(3);
            } else {
                var words = title.substring(2).split(" \\| ", -1);
                pairs.add(
                        new LookAlikes(
                                rule,
                                words[0],
                                words[1],
                                words[2],
                                words.length > 3 ? Outcome.of(words[3]) : Outcome.TOLD_APART,
                                lines.subList(1, lines.size())));
            }
        }
        return pairs;
    }

    /// What the rules find.
    Outcome outcome() {
        if (RuleFindings.findings(service(HEALTHY)).stream().anyMatch(LookAlikes::isFault)) {
            return Outcome.FALSE_ALARM;
        }
        var found =
                RuleFindings.findings(service(FAULTY)).stream()
                        .filter(other -> other.id().equals(finding))
                        .toList();
        if (found.isEmpty()) {
            return isNamed() ? Outcome.NOT_OBSERVED : Outcome.MISSED;
        }
        return found.stream().anyMatch(LookAlikes::isFault) ? Outcome.TOLD_APART : Outcome.NOTE;
    }

    private static boolean isFault(ServiceFinding found) {
        return found.severity().isAtLeast(Severity.WARNING);
    }

    private boolean isNamed() {
        return service(FAULTY).evidence().missing().keySet().stream()
                .anyMatch(subject -> NAMED.stream().anyMatch(subject::startsWith));
    }

    private SampleEvidence service(int side) {
        var evidence = new SampleEvidence();
        var connections = Optional.<UnreadConnections>empty();
        var threads = new ArrayList<Threads>();
        for (var line : lines) {
            var words = side(line, side).split(" ", -1);
            if (line.startsWith(FRAME)) {
                threads.getLast().lines.add(String.join(" ", words));
            } else if (words[0].equals("clients")) {
                connections = Optional.of(Prints.connections(Integer.parseInt(words[1]), 0, 0));
            } else if (words[0].equals("uses")) {
                double processors = Double.parseDouble(words[1]);
                evidence.container(SampleEvidence.container(OptionalDouble.empty(), 0, processors));
            } else if (words[0].equals("executor")) {
                evidence.withoutVirtual().executors(List.of(executor(words)));
            } else {
                threads.add(Threads.of(words, 40 + 100 * threads.size()));
            }
        }
        var prints =
                IntStream.range(0, MOMENTS)
                        .mapToObj(moment -> print(threads, moment))
                        .toArray(String[]::new);
        var listed = threads.stream().flatMap(Threads::listed).toList();
        var lists = listed.isEmpty() ? 0 : LISTS;
        return evidence.printed(
                new ThreadHistory(
                        Prints.history(connections, prints).moments(),
                        List.of(),
                        Collections.nCopies(lists, listed)));
    }

    private static String side(String line, int side) {
        var sides = line.split(BAR, -1);
        return sides[Math.min(side, sides.length - 1)].strip();
    }

    /// A thread that waits, where there are virtual ones only.
    private static String print(List<Threads> threads, int moment) {
        var print = threads.stream().map(all -> all.print(moment)).collect(Collectors.joining());
        return print.isEmpty()
                ? Prints.thread(
                        "main",
                        1,
                        1,
                        SampleThreads.PARKED,
                        SampleThreads.PARK,
                        "com.example.Shop.main(Shop.java:5)")
                : print;
    }

    private static PoolReading executor(String... words) {
        int threads = Integer.parseInt(words[2]);
        long first = Long.parseLong(words[3]);
        long more = Long.parseLong(words[4]) - first;
        var readings =
                IntStream.range(0, MOMENTS)
                        .mapToObj(i ->
                                new Pool(
                                        "attach",
                                        i * BETWEEN_NANOS,
                                        "executor",
                                        words[1],
                                        threads,
                                        OptionalLong.of(threads),
                                        OptionalLong.of(first + i * more / (MOMENTS - 1))))
                        .toList();
        return new PoolReading(readings, OptionalDouble.of(Double.parseDouble(words[5])));
    }

    @Override
    public String toString() {
        return healthy + " | " + faulty;
    }

    /// Threads with one stack.
    ///
    /// @param number of the first one
    private record Threads(
            String name, int count, String state, String change, int number, List<String> lines) {
        private static final String VIRTUAL = "VIRTUAL";
        private static final String NEW = "new";

        /// @param words none where only the other service has them
        static Threads of(String[] words, int number) {
            return words.length < 3
                    ? new Threads("", 0, "", "", number, new ArrayList<>())
                    : new Threads(
                            words[0],
                            Integer.parseInt(words[1]),
                            words[2],
                            words.length > 3 ? words[3] : "",
                            number,
                            new ArrayList<>());
        }

        String print(int moment) {
            int first = change.equals(NEW) ? moment * count : 0;
            double cpuMillis =
                    1 + (change.startsWith("+") ? moment * Double.parseDouble(change) : 0);
            var owned =
                    lines.contains(OWNS)
                            ? "   Locked ownable synchronizers:\n\t- <0xa0> (a %s)\n\n"
                                    .formatted(SampleThreads.LOCK)
                            : "";
            return state.equals(VIRTUAL)
                    ? ""
                    : IntStream.range(first, first + count)
                            .mapToObj(i ->
                                    Prints.thread(
                                                    name.replace("#", Integer.toString(i + 1)),
                                                    number + i,
                                                    cpuMillis,
                                                    state,
                                                    frames().toArray(String[]::new))
                                            + owned)
                            .collect(Collectors.joining());
        }

        Stream<LiveThread> listed() {
            return state.equals(VIRTUAL)
                    ? IntStream.range(0, count)
                            .mapToObj(i ->
                                    SampleThreads.listed(
                                            number + i,
                                            new PrintedStack(
                                                    frames(), Optional.empty(), List.of())))
                    : Stream.empty();
        }

        private List<String> frames() {
            return lines.stream()
                    .filter(line -> !line.isEmpty() && !line.equals(OWNS))
                    .flatMap(line -> SHORT.getOrDefault(line, line).lines())
                    .map(line -> line.contains("(") ? line : line + "(A.java:1)")
                    .toList();
        }
    }
}
