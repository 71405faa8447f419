package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.request.RequestMix;
import dev.loombench.load.transport.Transport;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.TrafficSpec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OpenWorkerTest {
    private static final long SECOND = 1_000_000_000;

    /// At a million per second for 20 s, 20 million arrivals are overdue when the worker starts.
    @Test
    void an_iteration_fails_a_limited_number_of_overdue_arrivals() {
        var errorsAtWait = new ArrayList<Long>();
        var worker = new AtomicReference<LoadWorker>();
        var transport =
                new StubTransport((_, _) -> {
                    errorsAtWait.add(worker.get().addTo(new LoadProgress(0, 0, 0, 0, 0)).errors());
                    if (errorsAtWait.size() == 2) {
                        worker.get().close();
                    }
                });
        worker.set(overdue(transport, 20));
        worker.get().run();
        long each = OpenWorker.MAX_OVERDUE_PER_ITERATION;
        assertThat(errorsAtWait.getFirst()).isEqualTo(each);
        // the connection, which does not open in time, fails one more
        assertThat(errorsAtWait.getLast()).isBetween(2 * each, 2 * each + 1);
    }

    /// @param seconds since the first arrival was due
    static OpenWorker overdue(Transport transport, int seconds) {
        var request = Request.get("/", Duration.ofMillis(1));
        var target = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        var config =
                new WorkerConfig(
                        transport,
                        1,
                        new RequestMix(TrafficSpec.of(request), target, 1).forWorker(0, 1, 1, 1),
                        true,
                        request.timeout().toNanos(),
                        Long.MAX_VALUE,
                        System.nanoTime() - seconds * SECOND,
                        WorkerShard.WHOLE);
        var model = new LoadModel.Open(LoadModel.Open.MAX_RATE_PER_THREAD, Arrival.CONSTANT, 1);
        return new OpenWorker(config, model, 1, 1, 1);
    }
}
