package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.load.SimulatedClock;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.server.TestedServer;
import dev.loombench.run.trial.slice.StepOrder;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class InterleavedBlockTest {
    private final Queue<String> ended = new ConcurrentLinkedQueue<>();

    /// The servers fail to end, and so does what they depend on.
    @Test
    void all_members_end_where_each_of_them_fails_to() {
        var block =
                new InterleavedBlock(
                        Duration.ofSeconds(1),
                        1,
                        new StepOrder(2),
                        request -> new FailingStart(request.trial().variant()));
        assertThatThrownBy(() -> block.run(List.of(request(1, "one"), request(2, "other"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("no load of ");
        assertThat(ended).containsExactlyInAnyOrder("one", "other");
    }

    /// The first would be warmed up for a minute before the fault of the other showed.
    @Test
    void a_service_that_responds_badly_ends_the_block_before_any_load() throws Exception {
        var block =
                new InterleavedBlock(
                        Duration.ofSeconds(1),
                        1,
                        new StepOrder(2),
                        request -> new CheckedStart(request.trial().variant(), ended));
        var results = block.run(List.of(request(1, "good"), request(2, "bad")));
        assertThat(results)
                .extracting(result -> ((Failed) result.outcome()).reason())
                .containsExactly("not measured: another variant did not start", "status 404");
        assertThat(ended).contains("good", "bad");
    }

    /// As a SIGTERM of the lab interrupts it, when both servers rest after their slices.
    @Test
    void an_interrupt_in_the_rest_after_the_slices_ends_all_servers() {
        var runner = Thread.currentThread();
        var servers =
                List.of(
                        new RestingServer(new SimulatedClock(0), runner::interrupt),
                        new RestingServer(new SimulatedClock(0), () -> {}));
        var block =
                new InterleavedBlock(
                        Duration.ofSeconds(1),
                        1,
                        new StepOrder(2),
                        request -> servers.get(request.trial().number() - 1).start());
        assertThatThrownBy(() -> block.run(List.of(request(1, "one"), request(2, "other"))))
                .isInstanceOf(InterruptedException.class);
        assertThat(servers)
                .allSatisfy(server -> {
                    assertThat(server.rests).isTrue();
                    assertThat(server.simulated.closed()).isTrue();
                });
    }

    /// A simulated server whose rest after its slices lasts until it is interrupted.
    private static final class RestingServer {
        private final SimulatedClock clock;
        private final Runnable atRest;
        private final SimulatedServer simulated;
        private volatile boolean rests;

        RestingServer(SimulatedClock clock, Runnable atRest) {
            this.clock = clock;
            this.atRest = atRest;
            simulated = new SimulatedServer(clock, true);
        }

        SimulatedStart start() {
            return new SimulatedStart(
                    clock,
                    simulated,
                    (activity, _, _) -> update(activity),
                    (_, nanos) -> pause(nanos));
        }

        private void update(String activity) {
            if (activity.equals("observing at rest")) {
                rests = true;
            }
        }

        private void pause(long nanos) throws InterruptedException {
            if (rests) {
                atRest.run();
                new CountDownLatch(1).await();
            }
            clock.advance(nanos);
        }
    }

    private static TestedServer server() {
        return (TestedServer)
                Proxy.newProxyInstance(
                        InterleavedBlockTest.class.getClassLoader(),
                        new Class<?>[] {TestedServer.class},
                        (_, method, _) ->
                                switch (method.getName()) {
                                    case "logTail" -> List.of();
                                    case "close" -> null;
                                    default ->
                                            throw new IllegalStateException(
                                                    "no %s of a server"
                                                            .formatted(method.getName()));
                                });
    }

    private static TrialRequest request(int number, String variant) {
        return new TrialRequest(new Trial(number, variant, 1), false, (_, _, _) -> {});
    }

    /// The start of a service that is never loaded, and responds badly if it is called `bad`.
    private record CheckedStart(String variant, Queue<String> closed) implements TrialStart {
        @Override
        public boolean isService() {
            return true;
        }

        @Override
        public TestedServer launch() {
            return server();
        }

        @Override
        public void check(TestedServer server) throws ServerFailed {
            if (variant.equals("bad")) {
                throw new ServerFailed(ProbePhase.NAME, "status 404");
            }
        }

        @Override
        public ServerUnderLoad load(TestedServer server) {
            throw new IllegalStateException("a load of " + variant);
        }

        @Override
        public void ended() {
            // nothing follows
        }

        @Override
        public void close() {
            closed.add(variant);
        }
    }

    /// A start after which every step is a defect.
    private final class FailingStart implements TrialStart {
        private final String variant;

        FailingStart(String variant) {
            this.variant = variant;
        }

        @Override
        public boolean isService() {
            return false;
        }

        @Override
        public TestedServer launch() {
            return (TestedServer)
                    Proxy.newProxyInstance(
                            getClass().getClassLoader(),
                            new Class<?>[] {TestedServer.class},
                            (_, method, _) -> {
                                throw new IllegalStateException(
                                        "no %s of a server".formatted(method.getName()));
                            });
        }

        @Override
        public void check(TestedServer server) {
            // its responses are good
        }

        @Override
        public ServerUnderLoad load(TestedServer server) {
            throw new IllegalStateException("no load of " + variant);
        }

        @Override
        public void ended() {
            throw new IllegalStateException("not after the end of " + variant);
        }

        @Override
        public void close() {
            ended.add(variant);
            throw new IllegalStateException("no end of " + variant);
        }
    }
}
