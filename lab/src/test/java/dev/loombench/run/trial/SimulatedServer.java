package dev.loombench.run.trial;

import dev.loombench.load.SimulatedClock;
import dev.loombench.load.SimulatedLoad;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.run.backend.DrivenLoad;
import dev.loombench.run.server.TestedServer;
import dev.loombench.traffic.LoadModel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A server on a simulated clock. All its responses take 200 ms and 0.15 ms of CPU, and as much
/// again a time later, if it has one; it always uses a fiftieth of a processor besides. The users
/// of its loads do not wait between two requests.
final class SimulatedServer implements TestedServer, ServerLoads {
    static final Duration RESPONSE_TIME = Duration.ofMillis(200);

    private static final double CPU_PER_RESPONSE = 150_000;

    private final SimulatedClock clock;
    private final boolean cpuObserved;
    private final Optional<Duration> later;
    private final double laterWork;
    private final boolean byCompilers;
    private final List<SimulatedLoad> loads = new ArrayList<>();
    private double backgroundCores = 0.02;
    private long endNanos = Long.MAX_VALUE;
    private volatile boolean closed;

    SimulatedServer(SimulatedClock clock, boolean cpuObserved) {
        this(clock, cpuObserved, Optional.empty());
    }

    /// @param later the time after a response at which it does as much again
    SimulatedServer(SimulatedClock clock, boolean cpuObserved, Optional<Duration> later) {
        this(clock, cpuObserved, later, 1, false);
    }

    /// @param later the time after a response at which it does more
    /// @param laterWork this, as a share of the work of a response
    /// @param byCompilers whether its compilers do that
    SimulatedServer(
            SimulatedClock clock,
            boolean cpuObserved,
            Optional<Duration> later,
            double laterWork,
            boolean byCompilers) {
        this.clock = clock;
        this.cpuObserved = cpuObserved;
        this.later = later;
        this.laterWork = laterWork;
        this.byCompilers = byCompilers;
    }

    /// Makes it always use another part of a processor, from the zero of the clock.
    void alwaysUse(double cores) {
        backgroundCores = cores;
    }

    /// Ends its process at a time of the clock.
    void endAt(long nanos) {
        endNanos = nanos;
    }

    /// Whether its trial has ended it, as it does with its process.
    boolean closed() {
        return closed;
    }

    /// As many requests per second as the users send by Little's law.
    @Override
    public DrivenLoad start(LoadModel model, long seed, boolean probe) {
        int users = model.connections();
        var load =
                new SimulatedLoad(
                        clock, users, users / (RESPONSE_TIME.toNanos() / 1e9), RESPONSE_TIME);
        loads.add(load);
        return new DrivenLoad.ByThisProcess(load);
    }

    private long cpuNanos() {
        long now = clock.nanoTime();
        return Math.round(
                responsesUntil(now) * CPU_PER_RESPONSE + laterNanos() + now * backgroundCores);
    }

    private double laterNanos() {
        long now = clock.nanoTime();
        return later.map(
                        time -> responsesUntil(now - time.toNanos()) * laterWork * CPU_PER_RESPONSE)
                .orElse(0.0);
    }

    private long responsesUntil(long nanos) {
        return loads.stream().mapToLong(load -> load.responsesUntil(nanos)).sum();
    }

    @Override
    public ObservationSession observe() {
        return new Session();
    }

    /// Samples CPU only when it is told to, at both ends of a slice and in between.
    private final class Session implements ObservationSession {
        private final List<Point> cpu = new ArrayList<>();
        private final List<Point> compilers = new ArrayList<>();

        @Override
        public void sample() {
            cpu.add(new Point(clock.nanoTime(), (double) cpuNanos()));
            compilers.add(new Point(clock.nanoTime(), byCompilers ? laterNanos() : 0));
        }

        @Override
        public List<Observation> read() {
            var pinned = new Pinned("attach", 0, 0, 0, List.of());
            return cpuObserved
                    ? List.of(
                            new Series("proc", MetricId.PROCESS_CPU, cpu),
                            new Series("compilers", MetricId.JIT_CPU, compilers),
                            pinned)
                    : List.of(pinned);
        }

        @Override
        public void close() {
            // has no thread
        }
    }

    @Override
    public CpuClock cpu() {
        return () -> {
            if (!isAlive()) {
                throw new ProcessEndedException(9);
            }
            return cpuNanos();
        };
    }

    @Override
    public CpuClock compilers() {
        return () -> byCompilers ? Math.round(laterNanos()) : 0;
    }

    @Override
    public InetSocketAddress address() {
        throw new IllegalStateException("its loads are simulated");
    }

    @Override
    public List<String> logTail(int maxLines) {
        return List.of();
    }

    @Override
    public Optional<Unavailable> threadListRefusal(List<Observation> observations) {
        return Optional.empty();
    }

    @Override
    public boolean isAlive() {
        return clock.nanoTime() < endNanos;
    }

    @Override
    public boolean isStopped() {
        return false;
    }

    @Override
    public void kill() {
        throw new IllegalStateException("nothing stops it");
    }

    @Override
    public String describeEnd() {
        return "ended by itself with exit code 9";
    }

    @Override
    public void close() {
        closed = true;
    }
}
