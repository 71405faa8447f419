package dev.loombench.observe.jmx;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import dev.loombench.spec.OptionalObservation;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.ObjectName;

/// Looks at one JVM through its management beans, and waits for no answer longer than a limit: a
/// look that takes longer goes on by itself, and until it is back there is no other.
final class JmxSession implements ObservationSession {
    /// Figures that move slowly are looked at on each fifth beat.
    private static final int SLOW = 5;

    /// A list of a hundred thousand threads takes a few seconds to write.
    private static final Duration DUMP_LIMIT = Duration.ofSeconds(20);

    private static final ObjectName DIAGNOSTIC_COMMANDS =
            JmxConnection.bean("com.sun.management:type=DiagnosticCommand");

    private final ObservedProcess target;
    private final JmxConnection link;
    private final ExecutorService worker;
    private final Duration limit;
    private final ObservationBuffer notebook = new ObservationBuffer(JmxObserver.NAME);
    private final JvmMetrics figures = new JvmMetrics(notebook);
    private final Set<OptionalObservation> asked;
    private volatile Optional<PinnedWaits> pinned = Optional.empty();
    private Instant lastEdge = Instant.now();
    private Instant edgeBefore = lastEdge;
    private Future<?> pending = CompletableFuture.completedFuture(null);
    private long beats;
    private boolean ended;

    /// @param worker the one thread that talks to the JVM; ends with the watch
    JmxSession(
            ObservedProcess target,
            JmxConnection link,
            ExecutorService worker,
            Duration limit,
            Set<OptionalObservation> asked) {
        this.target = target;
        this.link = link;
        this.worker = worker;
        this.limit = limit;
        this.asked = asked;
    }

    /// Has the server record what was asked for.
    synchronized void begin() {
        if (asked.contains(OptionalObservation.PINNING)) {
            look(this::startRecording, DUMP_LIMIT);
        }
    }

    private void startRecording(JmxConnection link) {
        try {
            pinned = Optional.of(PinnedWaits.record(link, target.trialDirectory()));
        } catch (IOException refused) {
            notebook.missing(PinnedWaits.SUBJECT, reason(refused));
        }
    }

    /// The last two samples are the edges of the measured window.
    @Override
    public synchronized void sample() {
        edgeBefore = lastEdge;
        lastEdge = Instant.now();
        look(figures::lookAtAll, limit);
    }

    @Override
    public synchronized void beat() {
        beats++;
        look(beats % SLOW == 0 ? figures::lookAtAll : figures::lookAtWhatMovesFast, limit);
    }

    @Override
    public synchronized void afterWindow(boolean listThreads) {
        look(link -> lookUnderLoad(link, listThreads), DUMP_LIMIT);
    }

    /// Memory first: a list of threads takes some itself.
    private void lookUnderLoad(JmxConnection link, boolean listThreads) throws IOException {
        if (asked.contains(OptionalObservation.NATIVE_MEMORY)) {
            lookAtNativeMemory(link);
        }
        if (pinned.isPresent()) {
            notebook.add(pinned.get().read(edgeBefore, lastEdge));
            pinned = Optional.empty();
        }
        if (listThreads) {
            notebook.add(new ThreadLister(target.trialDirectory()).list(link));
        }
    }

    private void lookAtNativeMemory(JmxConnection link) throws IOException {
        var report =
                link.invoke(
                        DIAGNOSTIC_COMMANDS,
                        "vmNativeMemory",
                        new Object[] {new String[] {"summary", "scale=B"}},
                        String[].class.getName());
        NativeMemory.parse(String.valueOf(report))
                .ifPresentOrElse(
                        memory -> memory.note(notebook),
                        () ->
                                notebook.missing(
                                        MetricId.NATIVE_STACKS,
                                        "the JVM does not track its native memory: does a flag of the"
                                                + " variant turn it off?"));
    }

    @Override
    public List<Observation> read() {
        return notebook.observations();
    }

    @Override
    public synchronized void close() {
        if (!worker.isShutdown()) {
            ended = true;
            worker.execute(link::close);
            worker.shutdown();
        }
    }

    private void look(JmxSample what, Duration patience) {
        if (ended || !pending.isDone()) {
            return;
        }
        pending =
                worker.submit(() -> {
                    what.at(link);
                    return null;
                });
        try {
            pending.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException hung) {
            notebook.missing(
                    JmxObserver.SUBJECT,
                    "no answer within %d ms: a gap".formatted(patience.toMillis()));
        } catch (ExecutionException failed) {
            end(reason(failed));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(String why) {
        ended = true;
        notebook.missing(
                JmxObserver.SUBJECT,
                ProcessHandle.of(target.pid()).isPresent()
                        ? "the connection failed: " + why
                        : new ProcessEndedException(target.pid()).getMessage());
    }

    static String reason(ExecutionException failed) {
        return reason(failed.getCause() == null ? failed : failed.getCause());
    }

    private static String reason(Throwable cause) {
        var message = cause.getMessage();
        return message == null ? cause.toString() : message;
    }

    private interface JmxSample {
        void at(JmxConnection link) throws IOException;
    }
}
