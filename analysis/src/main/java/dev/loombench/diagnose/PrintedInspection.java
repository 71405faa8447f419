package dev.loombench.diagnose;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.evidence.ApplicationEvidence;
import dev.loombench.diagnose.evidence.CarrierEvidence;
import dev.loombench.diagnose.evidence.CarrierEvidence.Use;
import dev.loombench.diagnose.evidence.ContainerUse;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.FileEvidence;
import dev.loombench.diagnose.evidence.MemoryEvidence;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.PoolEvidence;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.file.content.ThreadPrints.TimedPrint;
import dev.loombench.observe.jvm.PrintedJvm;
import dev.loombench.observe.proc.OpenFiles;
import dev.loombench.observe.proc.ProcessNamespaces;
import dev.loombench.observe.proc.UnreadConnections;
import dev.loombench.observe.proc.thread.VirtualThreadUse;
import dev.loombench.observe.result.JavaRuntime;
import dev.loombench.observe.result.JvmIdentity;
import dev.loombench.observe.result.VirtualMachine;
import dev.loombench.observe.threads.PrintedThread;
import dev.loombench.observe.threads.ThreadPrint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Collects the evidence of a JVM in which no agent is loaded, since its standard error is a full
/// pipe that nobody reads: prints of its threads, and what the kernel shows. A warning about an
/// agent would keep the thread of attach, and with it all later commands; a print of threads is
/// written to the connection alone.
final class PrintedInspection {
    /// At which threads are printed, with equal times in between, where their frames are few.
    private static final int MOMENTS = 6;

    private static final String UNREAD =
            "its standard error is a full pipe that nobody reads, where the warning about an agent would"
                    + " block attach";

    private static final Pattern VERSION = Pattern.compile("(?m)^Full thread dump .*\\((\\S+) .*$");

    private final Inspection.Request request;
    private final Target target;
    private final List<TimedPrint> prints = new ArrayList<>();
    private final List<ThreadMoment> moments = new ArrayList<>();

    private PrintedInspection(Inspection.Request request, Target target) {
        this.request = request;
        this.target = target;
    }

    /// @throws dev.loombench.text.WrongInput when the process cannot be inspected
    /// @throws IOException when it prints no threads
    static Diagnosis run(Inspection.Request request, Target target)
            throws IOException, InterruptedException {
        boolean threads = VirtualThreadUse.mayBeIn(request.pid());
        var inspection = new PrintedInspection(request, target);
        try (var jvm = PrintedJvm.of(request.pid())) {
            var group = new ContainerSampler(request.pid());
            var first = jvm.threads();
            var identity = identity(first);
            Inspection.requireJdk(identity, request);
            var print = ThreadPrint.parse(first);
            boolean virtual = threads || haveCarriers(print);
            inspection.observe(jvm, print, virtual);
            var evidence = inspection.evidence(identity, virtual, group.end());
            return Diagnosis.of(target, evidence, KnownDefects.load());
        }
    }

    private static boolean haveCarriers(ThreadPrint print) {
        return print.threads().stream().anyMatch(thread -> thread.carried().isPresent());
    }

    private void observe(PrintedJvm jvm, ThreadPrint first, boolean virtual)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        add(first, virtual);
        int further = moments(first, request.allowPauses()) - 1;
        for (int i = 1; i <= further; i++) {
            Inspection.sleepUntil(start + i * request.window().toNanos() / further);
            add(ThreadPrint.parse(jvm.threads()), virtual);
        }
    }

    /// How many: as few as show progress where each print may stop the JVM for long.
    static int moments(ThreadPrint first, boolean allowPauses) {
        long frames = first.threads().stream().mapToLong(t -> t.stack().frames().size()).sum();
        return allowPauses || frames <= ThreadSampler.MOST_FRAMES
                ? MOMENTS
                : ThreadHistory.FEWEST_MOMENTS;
    }

    private void add(ThreadPrint print, boolean virtual) {
        long nanos = System.nanoTime();
        var carriers = virtual ? CarrierSampler.workers(print.threads()) : List.<PrintedThread>of();
        prints.add(new TimedPrint(nanos, print, OptionalLong.empty(), OptionalLong.empty()));
        moments.add(ThreadMoment.of(nanos, print, carriers, UnreadConnections.of(request.pid())));
    }

    /// By the first line of a print.
    static JvmIdentity identity(String text) {
        var version = VERSION.matcher(text);
        return new JvmIdentity(
                version.find() ? JvmFacts.version(version.group(1)) : Optional.empty(),
                "",
                VirtualMachine.HOTSPOT,
                JavaRuntime.platformHere(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
    }

    private Evidence evidence(JvmIdentity jvm, boolean virtual, Part<ContainerUse> container) {
        return new Evidence(
                jvm,
                request.window(),
                carriers(virtual, jvm),
                Part.missing(UNREAD),
                Optional.empty(),
                Part.of(new ThreadHistory(moments)),
                new PoolEvidence(Part.missing(UNREAD), Optional.empty(), Part.missing(UNREAD)),
                container,
                memory(),
                new ApplicationEvidence(
                        Inspection.libraries(request.pid()),
                        Part.missing(UNREAD),
                        Inspection.configured(request.pid(), target.words())),
                FileEvidence.NONE,
                OpenFiles.withUnread(ProcessNamespaces.of(request.pid()).process()));
    }

    /// As of prints in files.
    private CarrierEvidence carriers(boolean virtual, JvmIdentity jvm) {
        if (!virtual) {
            return jvm.isFrom(VirtualThreadTraces.FIRST_WITH_THREAD)
                    ? CarrierEvidence.none("the JVM has run no virtual threads")
                    : CarrierEvidence.unknown(UNREAD);
        }
        var printed = new PrintedCarriers(prints, JvmFacts.NONE);
        return new CarrierEvidence(
                Use.RAN,
                printed.history(),
                false,
                Part.of(printed.stacks()),
                Part.missing(UNREAD),
                printed.held());
    }

    private MemoryEvidence memory() {
        return new MemoryEvidence(
                Part.missing(UNREAD),
                Part.missing(UNREAD),
                Part.missing(UNREAD),
                Part.missing(UNREAD),
                Part.missing(UNREAD),
                Part.missing(UNREAD),
                Part.missing(UNREAD),
                OptionalLong.of(prints.getLast().print().count()),
                List.of());
    }
}
