package dev.loombench.load;

import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.Route;
import dev.loombench.load.transport.Transport;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.load.transport.Transports;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// The CPU time of a wake-up by timer: of a transport's wait that nothing but its end ends.
///
/// On a virtual machine, setting a timer and waking up by it may cost more than a request. It is
/// measured once in a process, so that all of its loads are paced alike: those of the variants of a
/// comparison too.
public final class TimerCost {
    /// Waits of a batch; an odd number has a median of its own, which a preemption does not move.
    static final int WAITS = 51;

    /// The code of a wait is interpreted in the first batches and compiled in the later ones.
    static final int BATCHES = 8;

    /// About as long as the waits of exact pacing at 10,000 requests per second.
    static final long WAIT_NANOS = 100_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Transport.Events NO_EVENTS = new NoEvents();

    /// Name of a transport -> ns.
    private static final Map<String, OptionalLong> KNOWN = new HashMap<>();

    private TimerCost() {}

    /// Takes over the cost by which a load of another process was paced, for a run that this
    /// process continues. Without effect where it is known already.
    ///
    /// @param transport its name in results
    public static synchronized void assume(String transport, long nanos) {
        KNOWN.putIfAbsent(transport, OptionalLong.of(nanos));
    }

    /// That of a kind of transport, ns; empty where it cannot be measured, as threads have no CPU
    /// clock.
    ///
    /// @param transport the name of the one that the choice leads to
    static synchronized OptionalLong of(String transport, TransportChoice choice, Route route) {
        var known = KNOWN.get(transport);
        if (known != null) {
            return known;
        }
        var measured = measured(choice, route);
        KNOWN.put(transport, measured);
        return measured;
    }

    /// Measures on a transport of its own: one belongs to the thread that has used it. A process
    /// that cannot open another one says so when it opens its connections.
    private static OptionalLong measured(TransportChoice choice, Route route) {
        if (Thread.currentThread().isVirtual() || !THREADS.isCurrentThreadCpuTimeSupported()) {
            return OptionalLong.empty();
        }
        try (var transport = Transports.open(choice, route, List.of(1), false).all().getFirst()) {
            return measured(transport, THREADS::getCurrentThreadCpuTime);
        } catch (IOException _) {
            return OptionalLong.empty();
        }
    }

    /// The median of a batch of waits, ns, in the cheapest batch; empty where the clock stands
    /// still.
    ///
    /// @param transport without a connection, used by this thread alone
    /// @param cpuClock CPU time of this thread, ns
    static OptionalLong measured(Transport transport, LongSupplier cpuClock) throws IOException {
        long cheapest = Long.MAX_VALUE;
        var costs = new long[WAITS];
        for (int batch = 0; batch < BATCHES; batch++) {
            for (int i = 0; i < WAITS; i++) {
                long before = cpuClock.getAsLong();
                transport.await(transport.ticker().nanoTime() + WAIT_NANOS, NO_EVENTS);
                costs[i] = cpuClock.getAsLong() - before;
            }
            Arrays.sort(costs);
            cheapest = Math.min(cheapest, costs[WAITS / 2]);
        }
        return cheapest > 0 ? OptionalLong.of(cheapest) : OptionalLong.empty();
    }

    /// A transport without a connection has none.
    private static final class NoEvents implements Transport.Events {
        @Override
        public void opened(int id) {}

        @Override
        public void received(int id, ByteBuffer bytes) {}

        @Override
        public void ended(int id) {}

        @Override
        public void broken(int id, ErrorKind error) {}
    }
}
