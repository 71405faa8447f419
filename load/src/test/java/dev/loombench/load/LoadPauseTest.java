package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.loombench.Await;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Loads that pause and resume, on real sockets and two workers.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class LoadPauseTest {
    private static final Request HELLO = Request.get("/hello", Duration.ofSeconds(20));

    private final LoadSettings settings;

    LoadPauseTest(TransportChoice transport) {
        settings = new LoadSettings(transport, Pacing.AUTO, 2);
    }

    @Test
    void a_paused_load_sends_nothing_and_keeps_its_connections() throws Exception {
        var received = new AtomicInteger();
        try (var server = counting(received);
                var run = start(server, new LoadModel.Closed(8, Duration.ZERO))) {
            LoadFixture.await(run, p -> p.connectionsOpen() == 8 && received.get() > 100);
            run.pause();
            Await.until(run::progress, run::rests);
            int before = received.get();
            Thread.sleep(200);
            assertThat(received.get()).isEqualTo(before);
            assertThat(run.progress().connectionsOpen()).isEqualTo(8);
            assertThat(run.progress().succeeded()).isEqualTo(before);
            run.resume();
            Await.until(run::progress, () -> received.get() > before + 100);
            assertThat(run.progress().errors()).isZero();
        }
    }

    @Test
    void a_load_does_not_rest_before_its_last_response() throws Exception {
        var release = new CountDownLatch(1);
        try (var server =
                        new Responder(exchange -> {
                            release.await();
                            exchange.write(Responder.HELLO);
                        });
                var run = start(server, new LoadModel.Closed(2, Duration.ZERO))) {
            LoadFixture.await(run, p -> p.inFlight() == 2);
            run.pause();
            Thread.sleep(50);
            assertThat(run.rests()).isFalse();
            release.countDown();
            Await.until(run::progress, run::rests);
            assertThat(run.progress().succeeded()).isEqualTo(server.requests());
        }
    }

    @Test
    void a_load_cannot_pause_within_a_window() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, new LoadModel.Closed(1, Duration.ZERO))) {
            run.openWindow();
            assertThatIllegalStateException()
                    .isThrownBy(run::pause)
                    .withMessageContaining("window");
            run.closeWindow();
            run.pause();
            Await.until(run::progress, run::rests);
        }
    }

    private static Responder counting(AtomicInteger received) throws IOException {
        return new Responder(exchange -> {
            received.incrementAndGet();
            exchange.write(Responder.HELLO);
        });
    }

    private LoadRun start(Responder server, LoadModel model) throws IOException {
        return LoadFixture.start(server.address(), model, HELLO, 1, settings);
    }
}
