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

    /// At a million a second for 20 s, 20 million arrivals are overdue when the loop begins.
    @Test
    void a_turn_fails_a_limited_number_of_overdue_arrivals_and_then_stops_when_it_is_closed() {
        var errorsAtWait = new ArrayList<Long>();
        var loop = new AtomicReference<LoadWorker>();
        var transport =
                new StubTransport((_, _) -> {
                    errorsAtWait.add(loop.get().addTo(new LoadProgress(0, 0, 0, 0, 0)).errors());
                    if (errorsAtWait.size() == 2) {
                        loop.get().close();
                    }
                });
        loop.set(overdue(transport, 20));
        loop.get().run();
        long each = OpenWorker.MOST_OVERDUE_A_TURN;
        assertThat(errorsAtWait.getFirst()).isEqualTo(each);
        // the connection, which does not open in time, takes one with it
        assertThat(errorsAtWait.getLast()).isBetween(2 * each, 2 * each + 1);
    }

    /// @param seconds since the first arrival was due
    static OpenWorker overdue(Transport transport, int seconds) {
        var request = Request.get("/", Duration.ofMillis(1));
        var nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        var share =
                new WorkerConfig(
                        transport,
                        1,
                        new RequestMix(TrafficSpec.of(request), nowhere, 1).forLoop(0, 1, 1, 1),
                        true,
                        request.timeout().toNanos(),
                        Long.MAX_VALUE,
                        System.nanoTime() - seconds * SECOND,
                        WorkerShard.WHOLE);
        var model = new LoadModel.Open(LoadModel.Open.MOST_PER_THREAD, Arrival.CONSTANT, 1);
        return new OpenWorker(share, model, 1, 1, 1);
    }
}
