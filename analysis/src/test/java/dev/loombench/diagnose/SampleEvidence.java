package dev.loombench.diagnose;

import dev.loombench.analysis.concurrency.ConfiguredLimits;
import dev.loombench.diagnose.evidence.ApplicationEvidence;
import dev.loombench.diagnose.evidence.CarrierEvidence;
import dev.loombench.diagnose.evidence.CarrierEvidence.Use;
import dev.loombench.diagnose.evidence.CarrierHistory;
import dev.loombench.diagnose.evidence.CarrierHistory.Sample;
import dev.loombench.diagnose.evidence.CarrierStacks;
import dev.loombench.diagnose.evidence.CarrierStacks.Carried;
import dev.loombench.diagnose.evidence.CollectionHistory;
import dev.loombench.diagnose.evidence.ContainerUse;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.FileEvidence;
import dev.loombench.diagnose.evidence.MemoryEvidence;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.PoolEvidence;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.observe.jvm.figure.GarbageCollectors.Bean;
import dev.loombench.observe.proc.OpenFiles;
import dev.loombench.observe.proc.thread.TaskTimes;
import dev.loombench.observe.result.ClassHistogram;
import dev.loombench.observe.result.ContainerLimits;
import dev.loombench.observe.result.JvmIdentity;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.OthersShare;
import dev.loombench.observe.result.ThreadLocalSample;
import dev.loombench.observe.result.VirtualMachine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// Evidence of a healthy service on two carriers over 30 s, of which tests replace parts.
public final class SampleEvidence {
    private static final long SECOND = 1_000_000_000L;
    private static final long GIB = 1L << 30;

    private String version = "25.0.4+7";
    private Part<CollectionHistory> collections =
            Part.of(
                    SampleCollections.stopping(
                            90,
                            OptionalLong.of(0),
                            new Bean("G1 Young Generation", 30, 90),
                            new Bean("G1 Concurrent GC", 0, 0),
                            new Bean("G1 Old Generation", 0, 0)));
    private Part<CarrierHistory> history = Part.of(history(0, 0, 0.1, 0));
    private boolean exact = true;
    private Use use = Use.RAN;
    private Part<List<CarrierStacks>> stacks = Part.of(List.of());
    private Part<Pinned> pinned = Part.of(pinned(0, 0));
    private Part<ThreadDump> threads = Part.of(new ThreadDump("attach", 0, 20, 2, 10, List.of()));
    private Optional<String> unseenWaits = Optional.empty();
    private Part<ThreadHistory> printed = Part.of(working());
    private Part<List<PoolReading>> pools = Part.of(List.of(pool(3, 0)));
    private Optional<String> unreadPool = Optional.empty();
    private Part<List<PoolReading>> executors = Part.of(List.of());
    private Part<ContainerUse> container = Part.of(container(OptionalDouble.empty(), 0));
    private Part<ClassHistogram> histogramBefore = Part.missing("not counted");
    private Part<ClassHistogram> histogram = Part.missing("not counted");
    private Part<ThreadLocalSample> threadLocals = Part.missing("not read");
    private long directBytes = 1 << 20;
    private Part<List<LimitedMemory>> limited = Part.of(List.of());
    private Part<List<Library>> libraries = Part.of(List.of(new Library("HikariCP", "7.1.0")));
    private Part<Set<String>> packages = Part.missing("not read");
    private List<String> words = List.of("java", "-jar", "shop.jar");
    private Map<String, String> variables = Map.of();
    private Optional<OpenFiles> openFiles = Optional.of(new OpenFiles(60, 1_024));

    public Evidence evidence() {
        return new Evidence(
                new JvmIdentity(
                        Optional.of(Runtime.Version.parse(version)),
                        "Eclipse Adoptium",
                        VirtualMachine.HOTSPOT,
                        "Linux amd64",
                        OptionalInt.of(2),
                        OptionalLong.of(GIB),
                        OptionalLong.empty(),
                        OptionalLong.empty()),
                Duration.ofSeconds(30),
                new CarrierEvidence(use, history, exact, stacks, pinned, Optional.empty()),
                threads,
                unseenWaits,
                printed,
                new PoolEvidence(pools, unreadPool, executors),
                container,
                new MemoryEvidence(
                        collections,
                        Part.of(directBytes),
                        limited.map(all -> of(all, false)),
                        limited.map(all -> of(all, true)),
                        histogramBefore,
                        histogram,
                        threadLocals,
                        OptionalLong.of(22),
                        List.of()),
                new ApplicationEvidence(
                        libraries,
                        packages,
                        ConfiguredLimits.ofProcess(words, List.of(), variables)),
                FileEvidence.NONE,
                openFiles);
    }

    public SampleEvidence version(String text) {
        version = text;
        return this;
    }

    public SampleEvidence collections(CollectionHistory other) {
        collections = Part.of(other);
        return this;
    }

    public SampleEvidence withoutCollections(String reason) {
        collections = Part.missing(reason);
        return this;
    }

    public SampleEvidence history(CarrierHistory other) {
        history = Part.of(other);
        return this;
    }

    /// The times of the carriers do not include that in the run queue, as in files.
    public SampleEvidence withoutRunQueue() {
        exact = false;
        return this;
    }

    /// The JVM has run no virtual thread.
    public SampleEvidence withoutVirtual() {
        use = Use.NONE;
        return this;
    }

    /// Nothing shows whether it has.
    public SampleEvidence mayHaveVirtual() {
        use = Use.UNKNOWN;
        return this;
    }

    public SampleEvidence stacks(List<CarrierStacks> other) {
        stacks = Part.of(other);
        return this;
    }

    public SampleEvidence pinned(Pinned other) {
        pinned = Part.of(other);
        return this;
    }

    public SampleEvidence threads(Part<ThreadDump> other) {
        threads = other;
        return this;
    }

    /// @param reason why the lists of all threads do not show for what they wait
    public SampleEvidence unseenWaits(String reason) {
        unseenWaits = Optional.of(reason);
        return this;
    }

    public SampleEvidence printed(ThreadHistory other) {
        printed = Part.of(other);
        return this;
    }

    public SampleEvidence withoutPrinted(String reason) {
        printed = Part.missing(reason);
        return this;
    }

    public SampleEvidence pools(List<PoolReading> other) {
        pools = Part.of(other);
        return this;
    }

    /// @param reason why one more could not be read
    public SampleEvidence unreadPool(String reason) {
        unreadPool = Optional.of(reason);
        return this;
    }

    public SampleEvidence executors(List<PoolReading> other) {
        executors = Part.of(other);
        return this;
    }

    public SampleEvidence withoutExecutors(String reason) {
        executors = Part.missing(reason);
        return this;
    }

    public SampleEvidence container(ContainerUse other) {
        container = Part.of(other);
        return this;
    }

    public SampleEvidence threadLocals(ThreadLocalSample other) {
        threadLocals = Part.of(other);
        return this;
    }

    public SampleEvidence histogramBefore(ClassHistogram other) {
        histogramBefore = Part.of(other);
        return this;
    }

    public SampleEvidence histogram(ClassHistogram other) {
        histogram = Part.of(other);
        return this;
    }

    public SampleEvidence directBytes(long bytes) {
        directBytes = bytes;
        return this;
    }

    public SampleEvidence limited(LimitedMemory... others) {
        limited = Part.of(List.of(others));
        return this;
    }

    private static List<LimitedMemory> of(List<LimitedMemory> all, boolean code) {
        return all.stream().filter(memory -> (memory.kind() == Kind.CODE) == code).toList();
    }

    public SampleEvidence withoutLimited(String reason) {
        limited = Part.missing(reason);
        return this;
    }

    public SampleEvidence libraries(Library... others) {
        libraries = Part.of(List.of(others));
        return this;
    }

    /// Those of pools of which a class is loaded.
    public SampleEvidence loaded(String... others) {
        packages = Part.of(Set.of(others));
        return this;
    }

    public SampleEvidence withoutLibraries(String reason) {
        libraries = Part.missing(reason);
        return this;
    }

    /// The command line.
    public SampleEvidence words(String... others) {
        words = List.of(others);
        return this;
    }

    /// The environment.
    public SampleEvidence variables(Map<String, String> others) {
        variables = others;
        return this;
    }

    public SampleEvidence openFiles(long open, long limit) {
        openFiles = Optional.of(new OpenFiles(open, limit));
        return this;
    }

    /// @param outputs that are full pipes which nobody reads
    public SampleEvidence unread(String... outputs) {
        openFiles = Optional.of(new OpenFiles(60, 1_024, List.of(outputs)));
        return this;
    }

    /// A thread that computes for a tenth of the time, and Tomcat without a pool.
    private static ThreadHistory working() {
        return Prints.history(working(0), working(1_000), working(2_000), working(3_000));
    }

    private static String working(double cpuMillis) {
        return Prints.thread(
                        "main", 1, cpuMillis, "RUNNABLE", "com.example.Shop.index(Shop.java:8)")
                + Prints.thread(
                        "http-nio-8080-Poller",
                        31,
                        5,
                        "RUNNABLE",
                        "sun.nio.ch.EPoll.wait(java.base@25.0.4/Native Method)",
                        "sun.nio.ch.SelectorImpl.select(java.base@25.0.4/SelectorImpl.java:142)",
                        "org.apache.tomcat.util.net.NioEndpoint$Poller.run(NioEndpoint.java:778)");
    }

    /// Two carriers, a sample per second for 30 s.
    ///
    /// @param mounted virtual threads on a carrier, at all times
    /// @param queued virtual threads that wait, at all times
    /// @param ran share of each carrier's time on a processor
    /// @param waited share in the run queue
    public static CarrierHistory history(long mounted, long queued, double ran, double waited) {
        return history(mounted, queued, ran, waited, 0);
    }

    /// The same where the JVM has stopped all threads for a share of the time.
    public static CarrierHistory history(
            long mounted, long queued, double ran, double waited, double stopped) {
        var samples = new ArrayList<Sample>();
        for (int i = 0; i <= 30; i++) {
            var times = new TaskTimes('S', (long) (i * ran * SECOND), (long) (i * waited * SECOND));
            samples.add(
                    new Sample(
                            i * SECOND,
                            2,
                            2,
                            mounted,
                            OptionalLong.of(queued),
                            OptionalLong.of((long) (i * stopped * SECOND)),
                            Map.of(101L, times, 102L, times)));
        }
        return new CarrierHistory(samples);
    }

    /// The same virtual thread with the same stack on each of two carriers, at four moments.
    public static List<CarrierStacks> held(String... frames) {
        return moments(true, frames);
    }

    /// Other virtual threads with the same stack at each moment.
    public static List<CarrierStacks> passing(String... frames) {
        return moments(false, frames);
    }

    private static List<CarrierStacks> moments(boolean same, String... frames) {
        var moments = new ArrayList<CarrierStacks>();
        for (int i = 0; i < 4; i++) {
            int first = same ? 1 : 1 + 2 * i;
            moments.add(
                    new CarrierStacks(
                            i * SECOND,
                            List.of(
                                    new Carried(101, first, List.of(frames)),
                                    new Carried(102, first + 1, List.of(frames)))));
        }
        return moments;
    }

    /// Waits over the 30 s.
    public static Pinned pinned(long count, double seconds) {
        return new Pinned("attach", count, (long) (seconds * SECOND), 30 * SECOND, List.of());
    }

    /// A pool of 10 at four moments.
    public static PoolReading pool(long inUse, long waiting) {
        var pool =
                new Pool(
                        "attach",
                        0,
                        "HikariCP",
                        "shop",
                        10,
                        OptionalLong.of(inUse),
                        OptionalLong.of(waiting));
        return new PoolReading(List.of(pool, pool, pool, pool), OptionalDouble.empty());
    }

    /// @param throttledSeconds of 30 s
    public static ContainerUse container(OptionalDouble quota, double throttledSeconds) {
        return container(quota, throttledSeconds, 0.5);
    }

    /// @param used processors, on average
    public static ContainerUse container(
            OptionalDouble quota, double throttledSeconds, double used) {
        var none = quota.isPresent() ? OptionalLong.of(0) : OptionalLong.empty();
        var end =
                quota.isPresent()
                        ? OptionalLong.of((long) (throttledSeconds * SECOND))
                        : OptionalLong.empty();
        var memory = OptionalLong.of(2 * GIB);
        return new ContainerUse(
                new ContainerLimits(quota, none, memory),
                new ContainerLimits(quota, end, memory),
                30 * SECOND,
                OptionalLong.of((long) (used * 30 * SECOND)),
                OptionalLong.of(SECOND),
                new OthersShare(OptionalDouble.of(0.1), OptionalDouble.of(0)));
    }
}
