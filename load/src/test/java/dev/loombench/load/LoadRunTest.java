package dev.loombench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.time.Duration.ZERO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.loombench.Await;
import dev.loombench.base.Window;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.record.GeneratorInfo;
import dev.loombench.load.request.EncodedRequests;
import dev.loombench.load.request.RequestMix;
import dev.loombench.load.transport.Ticker;
import dev.loombench.load.transport.Transport;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.load.worker.LoadWorker;
import dev.loombench.load.worker.StubTransport;
import dev.loombench.load.worker.WorkerConfig;
import dev.loombench.load.worker.WorkerShard;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The life cycle of a load, and its failures.
class LoadRunTest {
    private static final int USERS = 5;

    private static final Request HELLO = Request.get("/hello", Duration.ofSeconds(20));

    private static final GeneratorInfo GENERATOR_INFO =
            new GeneratorInfo(
                    "broken",
                    "",
                    "closed-loop",
                    OptionalLong.empty(),
                    false,
                    Optional.empty(),
                    Optional.empty());

    @Test
    void a_failure_of_the_generator_is_thrown_without_waiting() throws Exception {
        var transport =
                new StubTransport((_, _) -> {
                    throw new IOException("no more file descriptors");
                });
        var user = new LoadModel.Closed(1, Duration.ZERO);
        try (var run = runOf(transport, user)) {
            run.threads().getFirst().join();
            assertFails(run::openWindow);
            assertFails(run::progress);
        }
    }

    /// A thread stands still for 600 ms, as one does that waits for a processor, when the beginning
    /// of a window is set: that which opens the window, just after it has read the clock, or the
    /// worker. All responses of that time would be missing, or the first of each user after it.
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void a_window_misses_no_response_whichever_thread_is_late(boolean opensLate) throws Exception {
        var worker = new AtomicBoolean();
        var users = new StubbornUsers(worker);
        var ticker =
                new OpeningTicker(opensLate ? LoadRunTest::standStill : () -> worker.set(true));
        try (var run = runOf(users.transport(), ticker, new LoadModel.Closed(USERS, ZERO))) {
            LoadFixture.awaitResponses(run, 1);
            ticker.opens.set(true);
            run.openWindow();
            LockSupport.parkNanos(100_000_000);
            var result = run.closeWindow();
            var window = result.window();
            assertThat(ticker.opens).isFalse();
            assertThat(worker).isFalse();
            assertThat(result.counts().succeededInWindow())
                    .isBetween(
                            users.arrivals.stream().filter(a -> a.isIn(window)).count(),
                            users.arrivals.stream().filter(a -> a.mayBeIn(window)).count());
        }
    }

    /// A response, which is recorded at some time from just before its arrival to its end. The
    /// worker may lose its processor between them, and an end of the window may come then.
    private record Arrival(long before, long after) {
        boolean isIn(Window window) {
            return window.contains(before) && window.contains(after);
        }

        boolean mayBeIn(Window window) {
            return after - window.startNanos() >= 0 && before - window.endNanos() < 0;
        }
    }

    /// None of them could have been sent while the thread that opens the window stood still. The
    /// worker may have read its clock up to 0.4 s before that ended, where it had no processor.
    @Test
    void a_window_of_a_number_of_requests_begins_when_they_may_be_sent() throws Exception {
        var users = new StubbornUsers(new AtomicBoolean());
        var ticker = new OpeningTicker(LoadRunTest::standStill);
        try (var run = runOf(users.transport(), ticker, new LoadModel.Closed(USERS, ZERO))) {
            LoadFixture.awaitResponses(run, 1);
            ticker.opens.set(true);
            run.openWindow(OptionalLong.of(60), _ -> {});
            Await.until(run::progress, run::goalReached);
            var result = run.closeWindow();
            assertThat(result.counts().succeededInWindow()).isEqualTo(60);
            assertThat(result.window().startNanos() - ticker.readNanos).isGreaterThan(150_000_000);
        }
    }

    /// Of one worker and of two, which learn of both instants before or after them. They send all
    /// the time, so that an instant may be set between any two steps of theirs. Four times as many
    /// at night.
    @ParameterizedTest
    @CsvSource({"1, 50", "2, 150"})
    void every_window_ends_at_whatever_instants_it_is_opened_and_closed(int workers, int windows)
            throws Exception {
        var settings = new LoadSettings(TransportChoice.NIO, Pacing.AUTO, workers);
        var users = new LoadModel.Closed(4, ZERO);
        var random = new SplittableRandom(7);
        try (var server = Responder.always(Responder.HELLO);
                var run = LoadFixture.start(server.address(), users, HELLO, 1, settings)) {
            int all = System.getProperty("loombench.all") == null ? windows : 4 * windows;
            for (int i = 0; i < all; i++) {
                long at = System.nanoTime() + random.nextLong(-500_000, 2_000_000);
                long start = run.openWindowAt(at, OptionalLong.empty(), i % 2 == 0, _ -> {});
                long end = System.nanoTime() + random.nextLong(-500_000, 2_000_000);
                var result = run.<RuntimeException>closeWindowAt(end, () -> {});
                assertThat(result.window().startNanos())
                        .isEqualTo(start)
                        .isGreaterThanOrEqualTo(at);
                assertThat(result.window().endNanos()).isGreaterThanOrEqualTo(end);
            }
        }
    }

    private static void standStill() {
        long end = System.nanoTime() + 600_000_000;
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    /// Users of a server that responds to all of them about once per ms.
    private static final class StubbornUsers {
        final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean standsStill;
        private boolean opened;

        StubbornUsers(AtomicBoolean standsStill) {
            this.standsStill = standsStill;
        }

        Transport transport() {
            return new StubTransport((_, events) -> {
                if (standsStill.getAndSet(false)) {
                    standStill();
                }
                LockSupport.parkNanos(1_000_000);
                for (int i = 0; i < USERS && !opened; i++) {
                    events.opened(i);
                }
                opened = true;
                for (int i = 0; i < USERS; i++) {
                    long before = System.nanoTime();
                    events.received(i, ByteBuffer.wrap(Responder.HELLO.getBytes(US_ASCII)));
                    arrivals.add(new Arrival(before, System.nanoTime()));
                }
            });
        }
    }

    /// A clock that does something when a window opens, after it was read.
    private static final class OpeningTicker extends Ticker {
        final AtomicBoolean opens = new AtomicBoolean();
        volatile long readNanos;
        private final Runnable action;

        OpeningTicker(Runnable action) {
            this.action = action;
        }

        @Override
        public long nanoTime() {
            long now = super.nanoTime();
            if (opens.getAndSet(false)) {
                readNanos = now;
                action.run();
            }
            return now;
        }
    }

    private static LoadRun runOf(Transport transport, LoadModel.Closed user) {
        return runOf(transport, transport.ticker(), user);
    }

    private static LoadRun runOf(Transport transport, Ticker ticker, LoadModel.Closed user) {
        var config =
                new WorkerConfig(
                        transport,
                        user.connections(),
                        requests(user.connections()),
                        true,
                        HELLO.timeout().toNanos(),
                        Long.MAX_VALUE,
                        Long.MAX_VALUE,
                        false,
                        System.nanoTime(),
                        WorkerShard.WHOLE);
        var workers = List.of(LoadWorker.of(config, user, 1, Pacing.CLOSED_LOOP));
        return new LoadRun(
                ticker,
                false,
                workers,
                List.of(WorkerShard.WHOLE),
                user,
                GENERATOR_INFO,
                List.of("GET /"),
                new SecretMask(List.of()));
    }

    private static EncodedRequests requests(int users) {
        var target = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        return new RequestMix(Traffic.of(HELLO), target, 1).forWorker(0, 1, users, users);
    }

    private static void assertFails(ThrowingCallable call) {
        assertThatIllegalStateException()
                .isThrownBy(call)
                .withMessageContaining("no more file descriptors")
                .withCauseInstanceOf(IOException.class);
    }

    @Test
    void a_window_is_opened_once_before_it_is_closed() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run =
                        LoadFixture.start(
                                server.address(),
                                new LoadModel.Closed(1, Duration.ZERO),
                                HELLO,
                                1,
                                LoadSettings.DEFAULT)) {
            assertThatIllegalStateException().isThrownBy(run::closeWindow);
            run.openWindow();
            assertThatIllegalStateException().isThrownBy(run::openWindow);
            assertThat(run.closeWindow().counts().failed()).isZero();
        }
    }

    @Test
    void an_unresolved_target_is_rejected() {
        var target = InetSocketAddress.createUnresolved("nowhere.invalid", 80);
        assertThat(
                        catchThrowable(() ->
                                LoadFixture.start(
                                        target,
                                        new LoadModel.Closed(1, Duration.ZERO),
                                        HELLO,
                                        1,
                                        LoadSettings.DEFAULT)))
                .isInstanceOf(UnknownHostException.class)
                .hasMessage("nowhere.invalid");
    }
}
