package dev.loombench.observe.jvm;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.jvm.attach.DiagnosticCommands;
import dev.loombench.observe.jvm.attach.JvmAgentConnection.ConnectionLost;
import dev.loombench.observe.jvm.attach.JvmBeans;
import dev.loombench.observe.jvm.attach.SharedFolder;
import dev.loombench.observe.jvm.figure.NativeMemory;
import dev.loombench.observe.proc.thread.ThreadCpuTimes;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.ThreadCpu;
import dev.loombench.observe.result.OptionalObservation;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.ThreadNumber;
import dev.loombench.observe.threads.ThreadPrint;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/// Samples one JVM by the agent in it and limits the wait for each sample. A sample that takes
/// longer continues in the background, and no other starts before it ends.
final class JvmSession implements ObservationSession {
    /// Metrics that change slowly are read at every fifth interval.
    private static final int INTERVALS_PER_FULL_SAMPLE = 5;

    /// Listing a hundred thousand threads takes a few seconds.
    private static final Duration DUMP_LIMIT = Duration.ofSeconds(20);

    private static final String RECORDING = "recording.jfr";

    /// Share of the time between the edges of the window for which a thread that ran, or was ready
    /// to run, makes the JVM print its threads.
    private static final double BUSY = 0.5;

    /// The same of a window in slices: the server rests most of the time.
    private static final double BUSY_IN_SLICES = 0.1;

    /// Share from which the times of a thread are kept whose name is that of a busy one but for the
    /// number: many that do little may do most together.
    private static final double KEPT = 0.001;

    private final ObservedProcess target;
    private final int jdk;
    private final FigureConnection connection;
    private final JvmBeans beans;
    private final DiagnosticCommands commands;
    private final ExecutorService worker;
    private final Duration limit;
    private final ObservationBuffer buffer = new ObservationBuffer(JvmObserver.NAME);
    private final JvmMetrics metrics;
    private final Set<OptionalObservation> optional;
    private final ThreadCpuTimes threadTimes;
    private volatile boolean sliced;
    private volatile boolean records;
    private Instant lastEdge = Instant.now();
    private Instant previousEdge = lastEdge;
    private Future<?> pending = CompletableFuture.completedFuture(null);
    private long intervals;
    private boolean ended;

    /// @param jdk feature release of the JVM
    /// @param worker the one thread that talks to the JVM; ends with the session
    JvmSession(
            ObservedProcess target,
            FigureConnection connection,
            int jdk,
            ExecutorService worker,
            Duration limit,
            Set<OptionalObservation> optional) {
        this.target = target;
        this.jdk = jdk;
        metrics = new JvmMetrics(target.pid(), jdk, buffer);
        this.connection = connection;
        beans = new JvmBeans(target.pid());
        commands = new DiagnosticCommands(target.pid(), beans);
        threadTimes = new ThreadCpuTimes(target.pid());
        this.worker = worker;
        this.limit = limit;
        this.optional = optional;
    }

    /// Starts the requested recording in the server.
    synchronized void start() {
        if (optional.contains(OptionalObservation.PINNING)) {
            submit(this::startRecording, DUMP_LIMIT);
        }
    }

    private void startRecording(FigureConnection connection) throws IOException {
        try {
            connection.record(PinnedWaits.settings());
            records = true;
        } catch (ConnectionLost e) {
            throw e;
        } catch (IOException e) {
            buffer.addUnavailable(PinnedWaits.SUBJECT, "no Flight Recorder: " + reason(e));
        }
    }

    /// The last two samples are the edges of the measured window.
    @Override
    public synchronized void sample() {
        previousEdge = lastEdge;
        lastEdge = Instant.now();
        threadTimes.sample();
        submit(metrics::sampleAll, limit);
    }

    @Override
    public synchronized void sampleAtInterval() {
        intervals++;
        submit(
                intervals % INTERVALS_PER_FULL_SAMPLE == 0
                        ? metrics::sampleAll
                        : metrics::sampleFast,
                limit);
    }

    /// A sample under load takes as long as a slice.
    @Override
    public void sampleSliceEnd() {
        sliced = true; // the samples at the edges of the window and at the interval suffice
    }

    @Override
    public synchronized void afterWindow(boolean listThreads) {
        var threads = threads();
        submit(connection -> sampleAfterWindow(connection, threads, listThreads), DUMP_LIMIT);
    }

    /// The threads that run now and then, and those of them that are busy.
    private record Threads(Map<Long, ThreadCpuTimes.Times> times, Set<Long> busy) {}

    private Threads threads() {
        var busy = threadTimes.above(sliced ? BUSY_IN_SLICES : BUSY).keySet();
        return new Threads(busy.isEmpty() ? Map.of() : threadTimes.above(KEPT), busy);
    }

    /// Reads memory first: listing the threads allocates some.
    private void sampleAfterWindow(
            FigureConnection connection, Threads threads, boolean listThreads) throws IOException {
        if (optional.contains(OptionalObservation.NATIVE_MEMORY)) {
            sampleNativeMemory();
        }
        if (records) {
            records = false;
            readRecording(connection);
        }
        if (connection.jvm().publishes()) {
            PoolBeans.read(beans.connect()).forEach(buffer::add);
        }
        if (!threads.busy.isEmpty()) {
            addBusy(threads);
        }
        if (listThreads) {
            buffer.add(
                    SharedFolder.use(
                            target.pid(),
                            target.trialDirectory(),
                            folder -> new ThreadLister(target.pid(), jdk, folder).list(commands)));
        }
    }

    /// Adds the CPU time of the busy threads of Java code, and of those with their names but for
    /// the number.
    private void addBusy(Threads threads) throws IOException {
        try {
            var printed = ThreadPrint.parse(commands.execute("Thread.print")).threads();
            var groups =
                    printed.stream()
                            .filter(t -> threads.busy.contains(t.osThread()))
                            .map(t -> ThreadNumber.removed(t.name()))
                            .collect(Collectors.toSet());
            for (var thread : printed) {
                var times = threads.times.get(thread.osThread());
                if (times != null && groups.contains(ThreadNumber.removed(thread.name()))) {
                    buffer.add(
                            new ThreadCpu(
                                    JvmObserver.NAME,
                                    thread.name(),
                                    deepest(thread.stack().frames()),
                                    times.ran(),
                                    times.waited()));
                }
            }
        } catch (ConnectionLost e) {
            throw e;
        } catch (IOException e) {
            buffer.addUnavailable(ThreadCpu.SUBJECT, "no names of threads: " + reason(e));
        }
    }

    /// Those that show what a thread is for.
    private static List<String> deepest(List<String> frames) {
        return frames.subList(Math.max(0, frames.size() - StackGroup.MOST_FRAMES), frames.size());
    }

    private void readRecording(FigureConnection connection) throws IOException {
        try {
            buffer.add(
                    SharedFolder.use(
                            target.pid(),
                            target.trialDirectory(),
                            folder -> {
                                var file = folder.here().resolve(RECORDING);
                                Files.deleteIfExists(file);
                                connection.stop(folder.there().resolve(RECORDING));
                                return PinnedWaits.read(file, previousEdge, lastEdge);
                            }));
        } catch (ConnectionLost e) {
            throw e;
        } catch (IOException e) {
            buffer.addUnavailable(PinnedWaits.SUBJECT, "no recording: " + reason(e));
        }
    }

    private void sampleNativeMemory() throws IOException {
        NativeMemory.parse(commands.execute("VM.native_memory", "summary", "scale=B"))
                .ifPresentOrElse(
                        memory -> memory.addTo(buffer),
                        () ->
                                buffer.addUnavailable(
                                        MetricId.NATIVE_STACKS,
                                        "the JVM does not track native memory: a flag of the"
                                                + " variant may disable it"));
    }

    @Override
    public List<Observation> read() {
        return buffer.observations();
    }

    @Override
    public synchronized void close() {
        if (!worker.isShutdown()) {
            ended = true;
            worker.execute(() -> {
                connection.close();
                beans.close();
            });
            worker.shutdown();
        }
    }

    private void submit(Request sample, Duration timeout) {
        if (ended || !pending.isDone()) {
            return;
        }
        pending =
                worker.submit(() -> {
                    sample.take(connection);
                    return null;
                });
        try {
            pending.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            buffer.addUnavailable(
                    JvmObserver.SUBJECT,
                    "no reply within %d ms: a gap".formatted(timeout.toMillis()));
        } catch (ExecutionException e) {
            end(reason(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(String reason) {
        ended = true;
        buffer.addUnavailable(
                JvmObserver.SUBJECT,
                ProcessHandle.of(target.pid()).isPresent()
                        ? "the connection failed: " + reason
                        : new ProcessEndedException(target.pid()).getMessage());
    }

    static String reason(ExecutionException e) {
        return reason(e.getCause() == null ? e : e.getCause());
    }

    private static String reason(Throwable cause) {
        var message = cause.getMessage();
        return message == null ? cause.toString() : message;
    }

    private interface Request {
        void take(FigureConnection connection) throws IOException;
    }
}
