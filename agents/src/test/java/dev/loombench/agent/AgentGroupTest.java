package dev.loombench.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.load.Responder;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.result.AgentFigures;
import dev.loombench.result.AgentFigures.Share;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// A controller and its agents in one process, over loopback.
@DisabledOnOs(OS.WINDOWS)
class AgentGroupTest extends StartedAgents {
    @Test
    void three_agents_send_a_number_of_requests_and_no_response_is_lost() throws Exception {
        try (var group = connect(start(3))) {
            var seconds = new ArrayList<Second>();
            var figures = new ArrayList<AgentFigures>();
            var result = window(group, plan(users(7)), 601, seconds, figures);
            assertThat(result.counts().sent()).isEqualTo(601);
            assertThat(result.counts().succeeded()).isEqualTo(601);
            assertThat(count(result.intervals())).isEqualTo(601);
            assertThat(count(seconds)).isEqualTo(601);
            assertThat(result.connections().requested()).isEqualTo(7);
            assertThat(result.connections().established()).isEqualTo(7);
            assertThat(result.generator().threads()).isEqualTo(3);
            // 601 and 7 distributed to three.
            assertThat(figures)
                    .extracting(f -> f.result().orElseThrow().counts().sent())
                    .containsExactly(201L, 200L, 200L);
            assertThat(figures).extracting(f -> f.share().connections()).containsExactly(3, 2, 2);
            assertThat(figures)
                    .allSatisfy(f -> {
                        assertThat(f.local()).isTrue();
                        assertThat(f.network().roundTripNanos().orElseThrow()).isPositive();
                    });
        }
    }

    /// One clock, so the offset is 0, and never further away than the error states.
    @Test
    void the_offset_of_a_clock_is_within_its_error() throws Exception {
        try (var agent = AgentConnection.open(start(1).getFirst(), Optional.of(key), VERSION)) {
            var clock = agent.measureClock();
            assertThat(Math.abs(clock.offsetNanos())).isLessThanOrEqualTo(clock.errorNanos());
        }
    }

    @Test
    void the_progress_is_that_of_now() throws Exception {
        try (var group = connect(start(2));
                var load = group.start(plan(users(4)), true, false)) {
            await(() -> load.progress().succeeded() > 20);
            load.pause();
            await(load::rests);
            // At rest each response has arrived and is counted, except those of the probes.
            long probes = server.requests() - load.progress().succeeded();
            load.resume();
            await(() -> server.requests() >= probes + 100);
            // No response but those of the four users' present requests is missing. An agent whose
            // figures do not arrive in time is asked again.
            await(() -> {
                long least = server.requests() - probes - 4;
                return load.progress().succeeded() >= least;
            });
            load.pause();
            await(load::rests);
            assertThat(load.progress().succeeded()).isEqualTo(server.requests() - probes);
        }
    }

    @Test
    void a_load_of_one_user_runs_on_one_agent() throws Exception {
        try (var group = connect(start(3));
                var load = group.startSmall(plan(users(1)))) {
            load.openWindow(OptionalLong.of(10), _ -> {});
            await(() -> load.windowOver(LIMIT));
            assertThat(load.closeWindow().counts().sent()).isEqualTo(10);
            assertThat(load.figures()).hasSize(1);
        }
    }

    @Test
    void shares_are_checked_without_a_request() throws Exception {
        try (var group = connect(start(2))) {
            group.checkShares(plan(users(4)));
            assertThat(server.requests()).isZero();
            assertThatThrownBy(() -> group.checkShares(plan(users(10_000_000))))
                    .isInstanceOf(WrongInput.class)
                    .hasMessageContaining("agent 127.0.0.1:")
                    .hasMessageContaining("open files");
            try (var load = group.start(plan(users(4)), false, false)) {
                await(() -> load.progress().succeeded() > 20);
            }
        }
    }

    @Test
    void an_interrupt_does_not_keep_a_load_from_closing() throws Exception {
        try (var group = connect(start(2))) {
            var load = group.start(plan(users(4)), false, false);
            Thread.currentThread().interrupt();
            try {
                assertThat(load.closeWithin(LIMIT)).isTrue();
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        }
        awaitSilence();
    }

    @Test
    void the_arrivals_of_an_open_load_are_distributed_to_all_agents() throws Exception {
        try (var group = connect(start(2))) {
            var figures = new ArrayList<AgentFigures>();
            var model = new LoadModel.Open(400, Arrival.POISSON, 8);
            var result = window(group, plan(model), 200, new ArrayList<>(), figures);
            assertThat(result.counts().sent()).isEqualTo(200);
            assertThat(result.generator().lateArrivals()).isPresent();
            assertThat(figures)
                    .extracting(f -> f.result().orElseThrow().counts().sent())
                    .containsExactly(100L, 100L);
        }
    }

    @Test
    void the_numbers_of_a_counter_occur_once_among_all_agents() throws Exception {
        var request = Request.get("/n/${number}", Duration.ofSeconds(20));
        Map<String, ValueSource> values = Map.of("number", new ValueSource.Counter(0));
        var traffic = new Traffic(List.of(request), values, ConnectionPolicy.DEFAULT);
        var received = new ConcurrentLinkedQueue<String>();
        try (var recording = Responder.recording(received);
                var group = connect(start(3))) {
            var plan = plan(users(6), traffic, recording.address());
            window(group, plan, 300);
            assertThat(received).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(300);
        }
    }

    @Test
    void a_load_pauses_and_continues_on_all_agents() throws Exception {
        try (var group = connect(start(2));
                var load = group.start(plan(users(4)), true, false)) {
            await(() -> load.progress().succeeded() > 20);
            load.pause();
            await(load::rests);
            int before = server.requests();
            load.resume();
            await(() -> server.requests() > before + 20);
        }
    }

    @Test
    void a_lost_agent_ends_the_window_and_the_others_report() throws Exception {
        try (var group = connect(start(3));
                var load = group.start(plan(users(9)), false, false)) {
            load.openWindow();
            await(() -> load.progress().connectionsOpen() == 9);
            await(() -> load.progress().succeeded() > 20);
            agents.getFirst().close();
            await(() -> load.windowOver(LIMIT));
            var result = load.closeWindow();
            var figures = load.figures();
            assertThat(result.counts().sent()).isPositive();
            assertThat(result.connections().requested()).isEqualTo(9);
            assertThat(result.connections().established()).isEqualTo(6);
            assertThat(figures.getFirst().loss()).isPresent();
            assertThat(figures.getFirst().share()).isEqualTo(new Share(3, 9));
            assertThat(figures).filteredOn(f -> f.result().isPresent()).hasSize(2);
            assertThatThrownBy(load::openWindow).isInstanceOf(AgentLost.class);
            assertThatThrownBy(load::requireAgents)
                    .isInstanceOf(AgentLost.class)
                    .hasMessageEndingWith("its share is missing, 3 of 9 connections");
        }
        awaitSilence();
    }

    @Test
    void an_agent_that_is_lost_before_a_window_stops_the_others() throws Exception {
        try (var group = connect(start(2));
                var load = group.start(plan(users(4)), false, false)) {
            await(() -> load.progress().succeeded() > 20);
            var lost = "127.0.0.1:" + agents.getFirst().port();
            agents.getFirst().close();
            awaitSilence();
            assertThatThrownBy(load::openWindow)
                    .isInstanceOf(AgentLost.class)
                    .hasMessageContaining("the agent " + lost)
                    .hasMessageContaining("left or was killed");
        }
    }

    @Test
    void agents_stop_when_the_controller_leaves_and_serve_the_next() throws Exception {
        var addresses = start(2);
        try (var group = connect(addresses)) {
            var load = group.start(plan(users(4)), false, false);
            await(() -> load.progress().succeeded() > 20);
        }
        awaitSilence();
        await(() ->
                log.stream().filter(l -> l.endsWith("load stopped; waiting for the next")).count()
                        == 2);
        try (var group = connect(addresses)) {
            var result = window(group, plan(users(4)), 40);
            assertThat(result.counts().succeeded()).isEqualTo(40);
        }
    }

    /// The message that the load is prepared takes 0.3 s, in which the controller leaves.
    @Test
    void a_step_in_progress_ends_before_the_agent_waits_for_the_next() throws Exception {
        var entered = new CountDownLatch(1);
        var address = start(line -> logSlowly(line, entered));
        var group = connect(List.of(address));
        var starting =
                Thread.startVirtualThread(() -> {
                    try (var _ = group.start(plan(users(2)), false, false)) {
                        log.add("started");
                    } catch (Exception e) {
                        log.add("not started");
                    }
                });
        entered.await();
        group.close();
        await(() -> log.stream().anyMatch(line -> line.endsWith("waiting for the next")));
        starting.interrupt(); // it waits for the response of the agent
        starting.join();
        assertThat(log.stream().filter(line -> !line.contains("started")))
                .satisfiesExactly(
                        line -> assertThat(line).endsWith("joined"),
                        line -> assertThat(line).startsWith("load prepared"),
                        line -> assertThat(line).endsWith("waiting for the next"));
    }

    private void logSlowly(String line, CountDownLatch entered) {
        if (line.startsWith("load prepared")) {
            entered.countDown();
            LockSupport.parkNanos(300_000_000);
        }
        log.add(line);
    }
}
