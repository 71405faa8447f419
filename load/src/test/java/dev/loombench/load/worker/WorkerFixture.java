package dev.loombench.load.worker;

import dev.loombench.load.request.RequestMix;
import dev.loombench.load.transport.Transport;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/// Configurations of workers for tests that call them with times of their own.
final class WorkerFixture {
    private WorkerFixture() {}

    /// A single worker whose requests have a timeout of 1 ms.
    ///
    /// @param startNanos when the load begins
    static WorkerConfig config(Transport transport, int connections, long startNanos) {
        return config(transport, connections, startNanos, Long.MAX_VALUE);
    }

    /// The same with a deadline.
    static WorkerConfig config(
            Transport transport, int connections, long startNanos, long deadlineNanos) {
        var request = Request.get("/", Duration.ofMillis(1));
        var target = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        var mix = new RequestMix(Traffic.of(request), target, 1);
        return new WorkerConfig(
                transport,
                connections,
                mix.forWorker(0, 1, connections, 1),
                true,
                request.timeout().toNanos(),
                Long.MAX_VALUE,
                deadlineNanos,
                false,
                startNanos,
                WorkerShard.WHOLE);
    }
}
