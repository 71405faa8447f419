package dev.loombench.diagnose.rule.lock;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.lock.NoProgress.Figures;
import dev.loombench.finding.Severity;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Threads of the JDK that run one after another what the application gives them, and that are in
/// one call of it over the whole observation: the finalizer and the cleaners, and the thread that
/// dispatches the events of windows, also of JavaFX. One that waits for the next event in a dialog,
/// or for the choice of a file, goes on.
final class StuckJdkThreads {
    private static final Pattern NEXT_EVENT =
            Pattern.compile(
                    "(java\\.awt\\.EventQueue\\.getNextEvent|com\\.sun\\.glass\\.ui\\.[\\w.]*(NestedEventLoop|CommonDialogs\\._show)\\w*)\\(.*");

    private StuckJdkThreads() {}

    private enum Kind {
        CLEANER(
                "Finalizer( thread)?|Secondary finalizer|Reference Handler"
                        + "|(Common-)?Cleaner(-\\d+)?",
                "objects that wait for it are not freed, with their memory, files and connections",
                "do not wait in a finalizer or a cleaning action: close resources where their use ends"),
        DISPATCHER(
                "AWT-EventQueue-\\d+|JavaFX Application Thread",
                "its windows are not drawn, and do not react",
                "make the call in another thread, as one of SwingWorker, and show its result here"
                        + " (EventQueue.invokeLater, of JavaFX Platform.runLater)");

        private final Pattern name;
        private final String impact;
        private final String remedy;

        Kind(String name, String impact, String remedy) {
            this.name = Pattern.compile(name);
            this.impact = impact;
            this.remedy = remedy;
        }

        boolean isOf(LiveThread thread) {
            return name.matcher(thread.name()).matches();
        }
    }

    static Stream<ServiceFinding> in(ThreadHistory history, Evidence evidence) {
        return history.last().threads().stream()
                .filter(thread -> thread.isAtWork() && !awaitsNextEvent(thread))
                .flatMap(thread ->
                        Arrays.stream(Kind.values())
                                .filter(kind -> kind.isOf(thread) && history.standsStill(thread))
                                .map(kind -> finding(kind, thread, evidence)));
    }

    private static boolean awaitsNextEvent(LiveThread thread) {
        return thread.frames().stream()
                .takeWhile(StackFrames::isOfJdk)
                .anyMatch(frame -> NEXT_EVENT.matcher(frame).matches());
    }

    private static ServiceFinding finding(Kind kind, LiveThread thread, Evidence evidence) {
        long seconds = evidence.window().toSeconds();
        return ServiceFinding.of(
                        NoProgress.RULE,
                        Severity.WARNING,
                        Confidence.HIGH,
                        new FindingText(
                                "thread %s did not run in %d s: it is still in %s"
                                        .formatted(
                                                thread.label(),
                                                seconds,
                                                AppCalls.of(thread.frames())),
                                kind.impact,
                                kind.remedy),
                        List.of(NoProgress.STILL),
                        0,
                        new Figures(1, 1, seconds))
                .withFrames(List.of(AppCalls.withCaller(thread.frames())));
    }
}
