package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.finding.Amounts.mebibytes;
import static dev.loombench.diagnose.finding.Amounts.percent;
import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.ClassHistogram;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import dev.loombench.observe.result.LimitedMemory.Use;
import dev.loombench.observe.result.ThreadLocalSample;
import dev.loombench.observe.result.ThreadLocalSample.ValueClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Memory that virtual threads hold, and memory outside the heap that is near its limit.
public final class MemoryRules {
    public static final String THREAD_LOCALS = "thread-locals";
    public static final String STACKS = "virtual-thread-stacks";
    public static final String DIRECT = "direct-buffers";
    static final String METASPACE = "metaspace";
    static final String CODE = "code-cache";

    /// Fewer virtual threads hold little, whatever each of them holds.
    static final long MANY_THREADS = 1_000;

    /// The least share of the virtual threads that have values of their own.
    static final double WITH_VALUES = 0.5;

    /// The least share of the heap in stacks.
    static final double STACK_SHARE = 0.25;

    /// The least share of a limit in use.
    static final double LIMIT_SHARE = 0.9;

    /// The largest values that a JVM accepts.
    private static final long MOST_CODE_CACHE = 2L << 30;

    private static final long MOST_CLASS_SPACE = 3L << 30;

    /// Classes of values that a finding names.
    private static final int SHOWN_CLASSES = 3;

    static final Rule RULE_THREAD_LOCALS =
            new Rule(
                    THREAD_LOCALS,
                    "values of virtual threads fill the heap, by class (`--memory`)",
                    "class histogram, and the values of 100 virtual threads (`--memory`)",
                    "%,d virtual threads or more, %s of which have thread-local values"
                            .formatted(MANY_THREADS, percent(WITH_VALUES)),
                    "warning",
                    "JEP 444: do not cache in thread locals of virtual threads",
                    Values.class);

    static final Rule RULE_STACKS =
            new Rule(
                    STACKS,
                    "stacks of virtual threads fill the heap (`--memory`)",
                    "class histogram (`--memory`)",
                    "stacks (`jdk.internal.vm.StackChunk`) take %s of the largest heap"
                            .formatted(percent(STACK_SHARE)),
                    "warning",
                    "",
                    Stacks.class);

    static final Rule RULE_DIRECT =
            new Rule(
                    DIRECT,
                    "direct buffers are near their limit",
                    "`BufferPool` bean",
                    "%s of `-XX:MaxDirectMemorySize`, or of the largest heap without one"
                            .formatted(percent(LIMIT_SHARE)),
                    "warning",
                    "its documentation",
                    Direct.class);

    static final Rule RULE_METASPACE =
            new Rule(
                    METASPACE,
                    "metadata of classes are near their limit",
                    "`MemoryPool` beans of `Metaspace` and `Compressed Class Space`, a flight recording, a crash log, `jcmd PID VM.metaspace`, an application's log",
                    "committed: %s of `-XX:MaxMetaspaceSize`, where it is set, or of `-XX:CompressedClassSpaceSize`; or, in files, no room for more (`jdk.MetaspaceOOM`, `OutOfMemoryError: Metaspace`)"
                            .formatted(percent(LIMIT_SHARE)),
                    "warning",
                    "",
                    Limited.class);

    static final Rule RULE_CODE =
            new Rule(
                    CODE,
                    "the code cache is near its limit",
                    "`MemoryPool` beans of the code cache, all its segments together, a flight recording, a crash log, `jcmd PID Compiler.codecache`, an application's log",
                    "%s of `-XX:ReservedCodeCacheSize`; or, in files, no room for more (`jdk.CodeCacheFull`, `full_count`, `is full. Compiler has been disabled`)"
                            .formatted(percent(LIMIT_SHARE)),
                    "warning",
                    "",
                    Limited.class);

    private static final String FULL_METADATA =
            "beyond the limit the JVM collects the heap again and again, and throws OutOfMemoryError";

    private static final String FIND_CLASSES =
            "or find what makes or keeps classes: jcmd PID VM.classloader_stats";

    private MemoryRules() {}

    record Values(long virtualThreads, long withValues, long values) {}

    /// @param share of the largest heap
    record Stacks(long bytes, double share) {}

    record Direct(long bytes, long limitBytes) {}

    /// @param bytes in use, empty as the limit where only failures are known
    /// @param failures how often there was no room, as far as files show it
    record Limited(Optional<Long> bytes, Optional<Long> limitBytes, long failures) {}

    public static Optional<ServiceFinding> threadLocals(Evidence evidence) {
        return evidence.memory().histogram().value().flatMap(h -> threadLocals(h, evidence));
    }

    private static Optional<ServiceFinding> threadLocals(
            ClassHistogram histogram, Evidence evidence) {
        long threads = histogram.of("java.lang.VirtualThread").instances();
        long maps = histogram.of("java.lang.ThreadLocal$ThreadLocalMap").instances();
        long ofVirtual = maps - evidence.memory().platformThreads().orElse(0);
        if (threads < MANY_THREADS || ofVirtual < WITH_VALUES * threads) {
            return Optional.empty();
        }
        long values = histogram.of("java.lang.ThreadLocal$ThreadLocalMap$Entry").instances();
        var sample = evidence.memory().threadLocals().value();
        var lines = new ArrayList<String>();
        lines.add("%s in ThreadLocal maps".formatted(counted(values, "value")));
        sample.stream().flatMap(MemoryRules::classes).forEach(lines::add);
        return Optional.of(
                ServiceFinding.of(
                        RULE_THREAD_LOCALS,
                        Severity.WARNING,
                        sample.isPresent() ? Confidence.HIGH : Confidence.MEDIUM,
                        new FindingText(
                                "%s of %s have ThreadLocal values of their own"
                                        .formatted(
                                                "%,d".formatted(Math.min(ofVirtual, threads)),
                                                counted(threads, "virtual thread")),
                                "a cache per thread is a cache per request: memory grows with the"
                                        + " requests in flight, and nothing is reused",
                                "replace such caches by a pool of objects, a ScopedValue or a local"
                                        + " variable; -Djdk.traceVirtualThreadLocals=true names them"),
                        lines,
                        sample.map(s -> share(estimatedBytes(s, threads), evidence)).orElse(0.0),
                        new Values(threads, Math.min(ofVirtual, threads), values)));
    }

    /// `byte[]: 100 values in a sample of 100 threads, 1,040 bytes each`.
    private static Stream<String> classes(ThreadLocalSample sample) {
        return sample.classes().stream()
                .limit(SHOWN_CLASSES)
                .map(c ->
                        "%s: %s in a sample of %s, %s"
                                .formatted(
                                        c.name(),
                                        counted(c.count(), "value"),
                                        counted(sample.sampled(), "thread"),
                                        c.bytes() == 0
                                                ? "shared by threads"
                                                : counted(c.bytes() / c.count(), "byte")
                                                        + " each"));
    }

    private static long estimatedBytes(ThreadLocalSample sample, long threads) {
        long bytes = sample.classes().stream().mapToLong(ValueClass::bytes).sum();
        return sample.sampled() == 0 ? 0 : (long) ((double) bytes / sample.sampled() * threads);
    }

    public static Optional<ServiceFinding> stacks(Evidence evidence) {
        return evidence.memory()
                .histogram()
                .value()
                .map(histogram -> histogram.of("jdk.internal.vm.StackChunk"))
                .filter(chunks -> share(chunks.bytes(), evidence) >= STACK_SHARE)
                .map(chunks ->
                        ServiceFinding.of(
                                RULE_STACKS,
                                Severity.WARNING,
                                Confidence.HIGH,
                                new FindingText(
                                        "stacks of virtual threads take %s of the largest heap"
                                                .formatted(
                                                        percent(share(chunks.bytes(), evidence))),
                                        "each request in flight keeps its stack on the heap",
                                        "bound the requests in flight, or wait higher up in the"
                                                + " stack"),
                                List.of(
                                        "%s in %s"
                                                .formatted(
                                                        mebibytes(chunks.bytes()),
                                                        counted(
                                                                chunks.instances(),
                                                                "stack chunk"))),
                                share(chunks.bytes(), evidence),
                                new Stacks(chunks.bytes(), share(chunks.bytes(), evidence))));
    }

    public static Optional<ServiceFinding> direct(Evidence evidence) {
        long limit =
                evidence.jvm()
                        .maxDirectBytes()
                        .orElseGet(() -> evidence.jvm().maxHeapBytes().orElse(0));
        return evidence.memory()
                .directBytes()
                .value()
                .filter(bytes -> isNear(bytes, limit))
                .map(bytes ->
                        nearLimit(
                                        RULE_DIRECT,
                                        new FindingText(
                                                "direct buffers take %s of their limit"
                                                        .formatted(percent((double) bytes / limit)),
                                                "beyond the limit the JVM throws OutOfMemoryError",
                                                "raise -XX:MaxDirectMemorySize, or find what keeps the buffers"),
                                        ofLimit(bytes, limit),
                                        new Direct(bytes, limit))
                                .withSetting(larger(Setting.DIRECT, limit, Long.MAX_VALUE)));
    }

    /// Metadata of classes, and compiled code.
    public static Stream<ServiceFinding> limited(Evidence evidence) {
        return evidence.memory().limited().stream()
                .flatMap(List::stream)
                .filter(MemoryRules::lacksRoom)
                .map(memory ->
                        withSetting(
                                nearLimit(
                                        memory.kind() == Kind.CODE ? RULE_CODE : RULE_METASPACE,
                                        text(memory),
                                        evidence(memory),
                                        figures(memory)),
                                memory,
                                evidence));
    }

    /// The limit of the class space is part of that of the metaspace, and has no effect of its own
    /// where that is set.
    private static ServiceFinding withSetting(
            ServiceFinding finding, LimitedMemory memory, Evidence evidence) {
        long limit = memory.use().map(Use::maxBytes).orElse(0L);
        return switch (memory.kind()) {
            case METADATA -> finding.withSetting(larger(Setting.METASPACE, limit, Long.MAX_VALUE));
            case CLASSES ->
                    evidence.application().configured().words().stream()
                                    .anyMatch(word -> word.startsWith(Setting.METASPACE))
                            ? finding
                            : finding.withSetting(
                                    larger(Setting.CLASS_SPACE, limit, MOST_CLASS_SPACE));
            case CODE -> finding.withSetting(larger(Setting.CODE_CACHE, limit, MOST_CODE_CACHE));
        };
    }

    /// Twice the limit; none where it is unknown, or at its most.
    ///
    /// @param most bytes that the JVM allows
    private static Setting larger(String property, long limit, long most) {
        return new Setting(property, limit, Math.min(most, 2 * limit));
    }

    /// Whether it had no room, or is near its limit.
    public static boolean lacksRoom(LimitedMemory memory) {
        return memory.failures() > 0
                || memory.use().filter(use -> isNear(use.bytes(), use.maxBytes())).isPresent();
    }

    private static String evidence(LimitedMemory memory) {
        var used = memory.use().map(use -> ofLimit(use.bytes(), use.maxBytes()));
        var without = counted(memory.failures(), "time") + " without room";
        return memory.failures() == 0
                ? used.orElseThrow()
                : used.map(text -> text + "; ").orElse("") + without;
    }

    private static Limited figures(LimitedMemory memory) {
        var use = memory.use();
        return new Limited(use.map(Use::bytes), use.map(Use::maxBytes), memory.failures());
    }

    private static FindingText text(LimitedMemory memory) {
        return switch (memory.kind()) {
            case METADATA ->
                    new FindingText(
                            "metadata of classes " + taken(memory, "take", "their limit"),
                            FULL_METADATA,
                            "raise -XX:MaxMetaspaceSize, " + FIND_CLASSES);
            case CLASSES ->
                    new FindingText(
                            "metadata of classes "
                                    + taken(memory, "take", "the compressed class space"),
                            FULL_METADATA,
                            "raise -XX:CompressedClassSpaceSize, and -XX:MaxMetaspaceSize where it is set, "
                                    + FIND_CLASSES);
            case CODE ->
                    new FindingText(
                            "compiled code " + taken(memory, "takes", "the code cache"),
                            "without room the JVM compiles no more methods, which are then interpreted"
                                    + " many times slower",
                            "raise -XX:ReservedCodeCacheSize");
        };
    }

    /// `take 90 % of their limit`, or what says more: that there was no room.
    private static String taken(LimitedMemory memory, String take, String limit) {
        return memory.failures() > 0
                ? "found no room within %s, %s".formatted(limit, counted(memory.failures(), "time"))
                : "%s %s of %s"
                        .formatted(take, percent(memory.use().map(Use::share).orElse(1.0)), limit);
    }

    private static boolean isNear(long bytes, long limit) {
        return limit > 0 && bytes >= LIMIT_SHARE * limit;
    }

    private static String ofLimit(long bytes, long limit) {
        return "%s of %s".formatted(mebibytes(bytes), mebibytes(limit));
    }

    private static ServiceFinding nearLimit(
            Rule rule, FindingText text, String evidence, Record figures) {
        return ServiceFinding.of(
                rule, Severity.WARNING, Confidence.HIGH, text, List.of(evidence), 0, figures);
    }

    private static double share(long bytes, Evidence evidence) {
        long heap = evidence.jvm().maxHeapBytes().orElse(0);
        return heap > 0 ? Math.min(1, (double) bytes / heap) : 0;
    }
}
