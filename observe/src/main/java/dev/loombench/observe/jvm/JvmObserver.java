package dev.loombench.observe.jvm;

import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.UnavailableSession;
import dev.loombench.observe.jvm.attach.JvmAttachment;
import dev.loombench.observe.jvm.figure.NativeMemory;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.observe.result.OptionalObservation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Observes a JVM's own figures by an agent that it loads over attach: any JVM of the same user,
/// with nothing to enable.
///
/// Cost to the server (JDK 25 on 2 shared cores of a virtual machine, an otherwise idle server):
/// 0.12 to 0.15 s of CPU once, to load the agent and the first figures; then 2 ms of CPU per second
/// at most; one thread. Compare only figures of servers that were observed alike.
///
/// Once, after the measured window and still under load, the JVM lists its threads. It stops them
/// one after the other, never all at once: 0.06 s of CPU, and 0.1 ms per thread. Where the service
/// has published management beans, its pools are read by JMX, which takes 0.12 s of CPU.
///
/// Where a thread used half of a processor or more in the window, or a tenth in a window of slices,
/// the JVM prints its platform threads after it, at one safepoint (`Thread.print`): the names of
/// the threads whose CPU time the kernel counts.
///
/// A server that does not reply cannot block the lab: a single thread talks to it, and waiting for
/// that thread has a limit.
public final class JvmObserver implements Observer {
    static final String NAME = "attach";
    static final String SUBJECT = "jvm";

    /// The default of current JDKs; the explicit flag keeps their warning out of the server's
    /// output.
    private static final String ALLOW_AGENTS = "-XX:+EnableDynamicAgentLoading";

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Duration attachLimit;
    private final Duration sampleLimit;
    private final Set<OptionalObservation> optional;

    /// @param optional observations beyond the cheap ones
    public JvmObserver(Set<OptionalObservation> optional) {
        this(Duration.ofSeconds(10), Duration.ofSeconds(2), optional);
    }

    /// @param attachLimit maximum time for attaching and the first reply
    /// @param sampleLimit maximum wait for a sample
    JvmObserver(Duration attachLimit, Duration sampleLimit, Set<OptionalObservation> optional) {
        this.attachLimit = attachLimit;
        this.sampleLimit = sampleLimit;
        this.optional = Set.copyOf(optional);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> jvmFlags(Path trialDirectory) {
        return optional.contains(OptionalObservation.NATIVE_MEMORY)
                ? List.of(ALLOW_AGENTS, NativeMemory.FLAG)
                : List.of(ALLOW_AGENTS);
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public ObservationSession start(ObservedProcess target) {
        var worker =
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name("attach-" + target.pid()).factory());
        var attaching = worker.submit(() -> attach(target.pid()));
        try {
            var attached = attaching.get(attachLimit.toNanos(), TimeUnit.NANOSECONDS);
            var session =
                    new JvmSession(
                            target,
                            attached.connection(),
                            attached.jdk(),
                            worker,
                            sampleLimit,
                            optional);
            session.start();
            session.sample();
            return session;
        } catch (TimeoutException e) {
            closeLater(attaching, worker);
            return unavailable("no reply to attach within " + attachLimit.toMillis() + " ms");
        } catch (ExecutionException e) {
            worker.shutdown();
            return unavailable(JvmSession.reason(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closeLater(attaching, worker);
            return unavailable("interrupted while attaching");
        }
    }

    private record Attached(FigureConnection connection, int jdk) {}

    private static Attached attach(long pid) throws IOException {
        return JvmAttachment.load(
                pid,
                jvm -> {
                    var connection = FigureConnection.open(jvm);
                    try {
                        int jdk = connection.jvm().version().feature();
                        // The JVM loads the classes of a sample now: attaching may take longer.
                        connection.sample(true, false);
                        return new Attached(connection, jdk);
                    } catch (IOException e) {
                        connection.close();
                        throw e;
                    }
                });
    }

    private static ObservationSession unavailable(String reason) {
        return new UnavailableSession(new Unavailable(NAME, SUBJECT, reason));
    }

    /// Closes the connection if it is established later; the worker runs one task after another.
    private static void closeLater(Future<Attached> attaching, ExecutorService worker) {
        worker.execute(() -> {
            if (attaching.state() == Future.State.SUCCESS) {
                attaching.resultNow().connection().close();
            }
        });
        worker.shutdown();
    }
}
