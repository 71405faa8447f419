package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.finding.Amounts.cores;
import static dev.loombench.diagnose.finding.Amounts.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.ContainerUse;
import dev.loombench.diagnose.evidence.EventLoop;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Code that uses the processors of the service all the time, while further threads are ready to
/// run. The compiler and the collectors of the JVM do not count. `Rules` leaves it out beside
/// findings that say what uses the processors, or takes them from the service.
///
/// A program with as many threads as processors uses them well, as a batch does, and nothing waits.
/// Nor does a response where no thread serves a request or handles a message: that is a note.
public final class BusyProcessors {
    public static final String ID = "processors-busy";

    /// The least share of the processors that the service may use.
    private static final double USED = 0.9;

    static final Rule RULE =
            new Rule(
                    ID,
                    "the service has as much work as processors",
                    "CPU time of printed threads over 10 s or more; the processors that the service may use (those that the JVM counts, its quota)",
                    "threads that run code of the service use %s of the processors, and at three of four moments more threads than processors do so, or an event loop; a note where none of them serves a request of a web server or handles messages of a library. Not beside `carriers-busy`, `carriers-starved`, `carriers-monopolized`, `endless-call`, `collections`, `safepoints` and `cpu-throttled`, which say why"
                            .formatted(percent(USED)),
                    "warning",
                    "",
                    Figures.class);

    private BusyProcessors() {}

    record Figures(double usedProcessors, double allowedProcessors) {}

    public static Optional<ServiceFinding> in(Evidence evidence) {
        var allowed = evidence.allowedProcessors();
        return allowed.isEmpty() || !evidence.showsProgress()
                ? Optional.empty()
                : evidence.printed()
                        .value()
                        .flatMap(history -> in(history, allowed.getAsDouble(), evidence));
    }

    private static Optional<ServiceFinding> in(
            ThreadHistory history, double allowed, Evidence evidence) {
        double used = used(history, evidence);
        return used >= USED * allowed && hasQueue(history, allowed)
                ? Optional.of(finding(history, used, allowed, evidence))
                : Optional.empty();
    }

    /// Whether more threads compute than there are processors, so that some wait for one, or an
    /// event loop does, whose connections wait for it.
    private static boolean hasQueue(ThreadHistory history, double allowed) {
        return history.isLasting(
                history.moments().stream()
                        .filter(moment -> hasQueue(moment, history, allowed))
                        .count());
    }

    private static boolean hasQueue(ThreadMoment moment, ThreadHistory history, double allowed) {
        var computing = moment.threads().stream().filter(history::computes).toList();
        return computing.size() > allowed || computing.stream().anyMatch(BusyProcessors::isLoop);
    }

    private static boolean isLoop(LiveThread thread) {
        return EventLoop.runs(thread.frames()) && EventLoop.executes(thread.frames());
    }

    /// By its threads, and no more than the kernel's account of the process has.
    private static double used(ThreadHistory history, Evidence evidence) {
        var ofProcess =
                evidence.container()
                        .value()
                        .map(ContainerUse::usedProcessors)
                        .orElse(OptionalDouble.empty());
        return Math.min(
                history.usedProcessors().orElse(0), ofProcess.orElse(Double.POSITIVE_INFINITY));
    }

    private static ServiceFinding finding(
            ThreadHistory history, double used, double allowed, Evidence evidence) {
        var computing =
                history.moments().stream()
                        .flatMap(moment -> moment.threads().stream())
                        .filter(history::computes)
                        .toList();
        boolean serves =
                computing.stream().anyMatch(thread -> thread.servesOthers() || isLoop(thread));
        return ServiceFinding.of(
                        RULE,
                        serves ? Severity.WARNING : Severity.NOTE,
                        Confidence.HIGH,
                        new FindingText(
                                "the service's code uses %s of %s"
                                        .formatted(percent(used / allowed), cores(allowed)),
                                "the service has more work than processors, so its threads wait for one and"
                                        + " response times grow with the load",
                                "see which code costs (loombench inspect --profile PID), or give the service"
                                        + " more processors"),
                        List.of(
                                "%s used over %d s by threads that run code of the service"
                                        .formatted(cores(used), evidence.window().toSeconds())),
                        GarbageCollections.left(evidence) * Math.min(1, used / allowed) / 2,
                        new Figures(used, allowed))
                .withFrames(
                        AppCalls.mostFrequent(computing.stream().map(LiveThread::frames).toList()));
    }
}
