package dev.loombench.observe.jmx;

import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.UnavailableSession;
import dev.loombench.result.Observation.Unavailable;
import dev.loombench.spec.OptionalObservation;
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

/// What the JVM tells of itself, by JMX over attach: any JVM of our user, nothing to switch on.
///
/// Cost to the server (JDK 25 on 2 shared cores of a virtual machine, a server otherwise idle): 0.5
/// to 0.9 s of CPU once, to load the agent and the management beans; then 4 to 12 ms of CPU a
/// second, less as its code is compiled; one thread; and about 30 MiB of memory in RAM, most of it
/// young heap that the server would have touched sooner or later. Compare figures of servers that
/// were looked at alike.
///
/// Once, after the measured window and still under its load, it has the JVM list its threads, which
/// stops them one after the other and never all at once: 0.1 s of CPU, and 0.1 ms a thread.
///
/// A server that does not answer cannot hold up the lab: one thread alone talks to it, and nobody
/// waits for that thread longer than a limit.
public final class JmxObserver implements Observer {
    static final String NAME = "jmx";
    static final String SUBJECT = "jvm";

    /// The default of today's JDKs; said aloud, it keeps their warning out of the server's output.
    private static final String AGENTS_ALLOWED = "-XX:+EnableDynamicAgentLoading";

    private static final Duration BEAT = Duration.ofSeconds(1);

    private final Duration attachLimit;
    private final Duration lookLimit;
    private final Set<OptionalObservation> asked;

    JmxObserver() {
        this(Set.of());
    }

    /// @param asked what is watched beyond what costs little
    public JmxObserver(Set<OptionalObservation> asked) {
        this(Duration.ofSeconds(10), Duration.ofSeconds(2), asked);
    }

    JmxObserver(Duration attachLimit, Duration lookLimit) {
        this(attachLimit, lookLimit, Set.of());
    }

    /// @param attachLimit how long a server may take to answer the first time
    /// @param lookLimit how long a look may take before it is no longer waited for
    JmxObserver(Duration attachLimit, Duration lookLimit, Set<OptionalObservation> asked) {
        this.attachLimit = attachLimit;
        this.lookLimit = lookLimit;
        this.asked = Set.copyOf(asked);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> jvmFlags(Path trialDirectory) {
        return asked.contains(OptionalObservation.NATIVE_MEMORY)
                ? List.of(AGENTS_ALLOWED, NativeMemory.FLAG)
                : List.of(AGENTS_ALLOWED);
    }

    @Override
    public Duration beat() {
        return BEAT;
    }

    @Override
    public ObservationSession watch(ObservedProcess target) {
        var worker =
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name("jmx-" + target.pid()).factory());
        var attaching = worker.submit(() -> JmxConnection.attach(target.pid()));
        try {
            var link = attaching.get(attachLimit.toNanos(), TimeUnit.NANOSECONDS);
            var watch = new JmxSession(target, link, worker, lookLimit, asked);
            watch.begin();
            watch.sample();
            return watch;
        } catch (TimeoutException hung) {
            closeLater(attaching, worker);
            return blind("no answer to attach within " + attachLimit.toMillis() + " ms");
        } catch (ExecutionException failed) {
            worker.shutdown();
            return blind(JmxSession.reason(failed));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            closeLater(attaching, worker);
            return blind("interrupted while attaching");
        }
    }

    private static ObservationSession blind(String why) {
        return new UnavailableSession(new Unavailable(NAME, SUBJECT, why));
    }

    /// Lets the link go when it is made at last; the worker does one thing after another.
    private static void closeLater(Future<JmxConnection> attaching, ExecutorService worker) {
        worker.execute(() -> {
            if (attaching.state() == Future.State.SUCCESS) {
                attaching.resultNow().close();
            }
        });
        worker.shutdown();
    }
}
