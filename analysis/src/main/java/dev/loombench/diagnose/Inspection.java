package dev.loombench.diagnose;

import dev.loombench.analysis.concurrency.ConfiguredLimits;
import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.analysis.defect.LibraryPackages;
import dev.loombench.diagnose.evidence.ApplicationEvidence;
import dev.loombench.diagnose.evidence.CarrierEvidence;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.FileEvidence;
import dev.loombench.diagnose.evidence.MemoryEvidence;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.PoolPublication;
import dev.loombench.observe.jvm.InspectedJvm;
import dev.loombench.observe.jvm.OlderAgentException;
import dev.loombench.observe.jvm.PrintedJvm;
import dev.loombench.observe.library.ApplicationSettings;
import dev.loombench.observe.library.OpenJars;
import dev.loombench.observe.proc.OpenFiles;
import dev.loombench.observe.proc.ProcessNamespaces;
import dev.loombench.observe.proc.thread.VirtualThreadUse;
import dev.loombench.observe.result.ClassHistogram;
import dev.loombench.observe.result.JvmIdentity;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.ThreadLocalSample;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Collects the evidence of one JVM over a time, and diagnoses it. The JVM is left as it was.
public final class Inspection {
    private static final int FIRST_JDK = 21;

    /// Before, the JVM has the thread that shows their use only after a timed wait.
    private static final int FIRST_WITH_BEAN = 24;

    private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(1);
    private static final int SAMPLES = 40;

    /// Between the two moments of a pair at which threads are printed.
    private static final Duration PAIR_GAP = Duration.ofMillis(250);

    private static final int PAIRS = 2;

    /// With few threads a print takes about 1 ms.
    private static final int FEW_THREADS = 50;

    private static final int PAIRS_OF_FEW = 6;

    private final Request request;
    private final InspectedJvm jvm;
    private final JvmIdentity identity;
    private final List<String> words;
    private final boolean usesVirtualThreads;
    private final CollectionSampler collections;
    private final ThreadSampler printer;
    private final ListSampler lists;
    private final CarrierSampler carriers;
    private final PoolSampler pools;
    private Optional<PinningRecorder> recorder = Optional.empty();

    /// What to inspect.
    ///
    /// @param window time of the observation
    /// @param recordPinning whether pinned waits are recorded even where no carrier seems kept, or
    ///   stacks show why
    /// @param countObjects whether live objects are counted, which stops the JVM
    /// @param listThreads whether threads are listed even where that may crash the JVM
    /// @param allowPauses whether all threads are printed at once even where that may take long,
    ///   with the owners of all locks
    public record Request(
            long pid,
            Duration window,
            boolean recordPinning,
            boolean countObjects,
            boolean listThreads,
            boolean allowPauses) {}

    private Inspection(
            Request request,
            InspectedJvm jvm,
            JvmIdentity identity,
            List<String> words,
            boolean usesVirtualThreads) {
        this.request = request;
        this.words = words;
        this.usesVirtualThreads = usesVirtualThreads;
        this.jvm = jvm;
        this.identity = identity;
        collections = new CollectionSampler(jvm);
        printer = new ThreadSampler(request, jvm, identity, usesVirtualThreads);
        lists = new ListSampler(request, jvm::listThreads, identity, usesVirtualThreads);
        carriers =
                new CarrierSampler(request.pid, jvm, identity, printer, collections::stoppedNanos);
        pools = new PoolSampler(jvm);
    }

    /// @throws WrongInput when the process cannot be inspected
    /// @throws dev.loombench.observe.ProcessEndedException when it ends meanwhile
    /// @throws dev.loombench.observe.jvm.NoReplyException when it is stopped, or too busy
    /// @throws IOException when it does not provide a figure that every JVM has
    public static Diagnosis run(Request request) throws IOException, InterruptedException {
        var target = Target.of(request.pid);
        if (PrintedJvm.isNeededFor(request.pid)) {
            return PrintedInspection.run(request, target);
        }
        boolean mayUse = VirtualThreadUse.mayBeIn(request.pid); // before a bean starts its thread
        try (var jvm = InspectedJvm.attach(request.pid)) {
            var identity = jvm.identity();
            requireJdk(identity, request);
            boolean uses =
                    mayUse
                            || (identity.isBefore(FIRST_WITH_BEAN)
                                    && ranVirtualThreads(jvm).value().orElse(false));
            var evidence = new Inspection(request, jvm, identity, target.words(), uses).collect();
            return Diagnosis.of(target, evidence, KnownDefects.load());
        }
    }

    static void requireJdk(JvmIdentity identity, Request request) {
        if (identity.isBefore(FIRST_JDK)) {
            throw new WrongInput(
                    "process %d runs on %s, and an inspection needs JDK %d, the first with virtual threads"
                            .formatted(request.pid, identity.describe(), FIRST_JDK));
        }
    }

    private Evidence collect() throws IOException, InterruptedException {
        if (usesVirtualThreads && request.recordPinning) {
            recordPinning();
        }
        var histogramBefore = histogram();
        lists.begin();
        var group = new ContainerSampler(request.pid);
        observe(System.nanoTime());
        var container = group.end();
        var begun = haveVirtualThreadsBegun();
        var kept = usesVirtualThreads ? carriers() : withoutCarriers(begun);
        lists.end(begun.value().orElse(true));
        return new Evidence(
                identity,
                request.window,
                kept,
                lists.threads(),
                lists.unseenWaits(),
                printer.history(lists),
                pools.evidence(),
                container,
                memory(histogramBefore),
                application(),
                FileEvidence.NONE,
                OpenFiles.withUnread(ProcessNamespaces.of(request.pid).process()));
    }

    private ApplicationEvidence application() {
        var libraries = libraries(request.pid);
        var jars = libraries.value().orElse(List.of());
        var packages = new HashSet<>(PoolPublication.packages(jars));
        packages.addAll(LibraryPackages.of(jars));
        return new ApplicationEvidence(libraries, loaded(packages), configured(request.pid, words));
    }

    private Part<Set<String>> loaded(Set<String> packages) {
        try {
            return Part.of(packages.isEmpty() ? packages : jvm.loaded(packages));
        } catch (IOException e) {
            return Part.missing("its classes could not be read: " + e.getMessage());
        }
    }

    /// What its files set is unknown where they are not readable; its command line may be.
    static ConfiguredLimits configured(long pid, List<String> words) {
        var settings = ApplicationSettings.NONE;
        try {
            settings = ApplicationSettings.of(pid);
        } catch (IOException unreadable) {
            // Then a pool has no size but that of its bean.
        }
        return ConfiguredLimits.ofProcess(words, settings.files(), settings.variables());
    }

    static Part<List<Library>> libraries(long pid) {
        try {
            return Part.of(OpenJars.of(pid));
        } catch (IOException e) {
            return Part.missing("its open files are not readable");
        }
    }

    private CarrierEvidence carriers() throws IOException {
        Part<Pinned> pinned =
                recorder.isPresent() ? recorder.get().read() : Part.missing(notRecorded());
        return new CarrierEvidence(
                carriers.history(), carriers.stacks(jvm.sampledStacks()), pinned);
    }

    /// Whether the JVM has run its first virtual thread meanwhile. From JDK 24 on its classes may
    /// come from a cache before, and it has a thread since.
    private Part<Boolean> haveVirtualThreadsBegun() throws IOException {
        return !usesVirtualThreads && (!hasBean() || VirtualThreadUse.mayBeIn(request.pid))
                ? ranVirtualThreads(jvm)
                : Part.of(false);
    }

    /// Whether a JVM has run virtual threads; missing where an agent in it does not tell.
    private static Part<Boolean> ranVirtualThreads(InspectedJvm jvm) throws IOException {
        try {
            return Part.of(jvm.ranVirtualThreads());
        } catch (OlderAgentException e) {
            return Part.missing("whether it runs virtual threads is unknown: " + e.getMessage());
        }
    }

    private static CarrierEvidence withoutCarriers(Part<Boolean> begun) {
        return switch (begun) {
            case Part.Known<Boolean>(var ran) when ran ->
                    CarrierEvidence.unobserved(
                            "the JVM ran its first virtual thread during this time; inspect it again");
            case Part.Known<Boolean> _ ->
                    CarrierEvidence.none("the JVM has run no virtual threads");
            case Part.Missing<Boolean>(var reason) -> CarrierEvidence.unknown(reason);
        };
    }

    private String notRecorded() {
        return hasBean()
                ? "--pinning records it, for half a second of CPU"
                : "no carrier seemed kept; --pinning records it anyway, for half a second of CPU";
    }

    private boolean hasBean() {
        return identity.feature() >= FIRST_WITH_BEAN;
    }

    private void recordPinning() {
        recorder = Optional.of(PinningRecorder.start(jvm, !hasBean()));
    }

    /// Before JDK 24 no stack shows why a carrier is kept, so this is recorded from the moment when
    /// one seems to be.
    private void printCarriers() throws IOException {
        carriers.print();
        if (recorder.isEmpty() && !hasBean() && carriers.suspectsKept()) {
            recordPinning();
        }
    }

    private void print() throws IOException {
        if (usesVirtualThreads) {
            printCarriers();
        } else {
            printer.print();
        }
    }

    /// Observes until the end of the window. The threads are printed in pairs of moments, the first
    /// at its start and the last at its end.
    private void observe(long start) throws IOException, InterruptedException {
        long window = request.window.toNanos();
        int pairs = jvm.threads() <= FEW_THREADS ? PAIRS_OF_FEW : PAIRS;
        long gap = Math.min(PAIR_GAP.toNanos(), window / (4L * pairs));
        long interval = Math.min(LONGEST_INTERVAL.toNanos(), window / SAMPLES);
        long next = 0;
        for (int i = 0; i < 2 * pairs; i++) {
            long moment = (i / 2) * (window - gap) / (pairs - 1) + (i % 2) * gap;
            for (; next < moment; next = following(next, interval, System.nanoTime() - start)) {
                sleepUntil(start + next);
                collections.sample();
                if (usesVirtualThreads) {
                    carriers.sample();
                }
                lists.sample((double) next / window);
            }
            sleepUntil(start + moment);
            collections.sample();
            collections.leaveOut(this::print);
            pools.sampleExecutors();
            if (i < 2 || i >= 2 * pairs - 2) {
                pools.sample();
            }
        }
    }

    /// The next moment of a sample. A JVM in a long collection replies late: moments that have
    /// passed are left out.
    static long following(long moment, long interval, long elapsed) {
        return Math.max(moment + interval, elapsed - elapsed % interval);
    }

    static void sleepUntil(long nanos) throws InterruptedException {
        Thread.sleep(Duration.ofNanos(Math.max(0, nanos - System.nanoTime())));
    }

    private MemoryEvidence memory(Part<ClassHistogram> histogramBefore) throws IOException {
        var limited = limited();
        return new MemoryEvidence(
                collections.history(),
                directBytes(),
                limited.map(all -> of(all, false)),
                limited.map(all -> of(all, true)),
                histogramBefore,
                histogram(),
                threadLocals(),
                OptionalLong.of(jvm.threads()),
                List.of());
    }

    private Part<Long> directBytes() {
        try {
            var bytes = jvm.directBytes();
            return bytes.isPresent()
                    ? Part.of(bytes.getAsLong())
                    : Part.missing("the JVM does not report them");
        } catch (IOException e) {
            return Part.missing("its management beans could not be read: " + e.getMessage());
        }
    }

    private Part<List<LimitedMemory>> limited() {
        try {
            return Part.of(jvm.limits());
        } catch (IOException e) {
            return Part.missing("its management beans could not be read: " + e.getMessage());
        }
    }

    private static List<LimitedMemory> of(List<LimitedMemory> all, boolean code) {
        return all.stream().filter(memory -> (memory.kind() == Kind.CODE) == code).toList();
    }

    private Part<ThreadLocalSample> threadLocals() {
        if (!request.countObjects) {
            return Part.missing("--memory reads them");
        }
        try {
            return Part.of(jvm.threadLocals());
        } catch (IOException e) {
            return Part.missing(String.valueOf(e.getMessage()));
        }
    }

    /// Where it is requested, at the start and at the end.
    private Part<ClassHistogram> histogram() throws IOException {
        return request.countObjects
                ? Part.of(jvm.histogram())
                : Part.missing("--memory counts them twice, which stops the JVM");
    }
}
