package dev.loombench.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.agent.link.KeyFile;
import dev.loombench.agent.link.LinkFailed;
import dev.loombench.agent.link.LinkProcess;
import dev.loombench.agent.link.SharedKey;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.LoadShare;
import dev.loombench.load.Responder;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.result.AgentFigures;
import dev.loombench.result.AgentFigures.Share;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.run.backend.ProbeFailed;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A controller and its agents in one process, over loopback.
@DisabledOnOs(OS.WINDOWS)
class AgentGroupTest {
    private static final String VERSION = "1";
    private static final AgentRoles LOAD = new AgentRoles(true, Optional.empty());
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Request HELLO = Request.get("/hello", Duration.ofSeconds(20));

    private final List<AgentServer> agents = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    @TempDir private Path folder;
    private Responder server;
    private SharedKey key;

    @BeforeEach
    void serve() throws IOException {
        server = Responder.always(Responder.HELLO);
        key = key('a');
    }

    @AfterEach
    void stop() throws IOException {
        agents.forEach(AgentServer::close);
        server.close();
    }

    @Test
    void three_agents_send_a_number_of_requests_and_no_response_is_lost() throws Exception {
        try (var group = connect(start(3))) {
            var seconds = new ArrayList<Second>();
            var figures = new ArrayList<AgentFigures>();
            var result = window(group, plan(users(7)), OptionalLong.of(601), seconds, figures);
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
            var result =
                    window(group, plan(model), OptionalLong.of(200), new ArrayList<>(), figures);
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
            window(group, plan, OptionalLong.of(300), new ArrayList<>(), new ArrayList<>());
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
            var result =
                    window(
                            group,
                            plan(users(4)),
                            OptionalLong.of(40),
                            new ArrayList<>(),
                            new ArrayList<>());
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

    @Test
    void an_agent_works_for_one_controller_at_a_time() throws Exception {
        var addresses = start(1);
        try (var group = connect(addresses)) {
            assertThatThrownBy(() -> connect(addresses))
                    .isInstanceOf(WrongInput.class)
                    .hasMessageContaining("already works for the controller 127.0.0.1:");
            var result =
                    window(
                            group,
                            plan(users(1)),
                            OptionalLong.of(50),
                            new ArrayList<>(),
                            new ArrayList<>());
            assertThat(result.counts().succeeded()).isEqualTo(50);
        }
    }

    @Test
    void an_agent_of_another_version_is_refused() throws Exception {
        var addresses = start(1);
        assertThatThrownBy(() -> AgentGroup.connect(addresses, Optional.of(key), "2"))
                .isInstanceOf(WrongInput.class)
                .hasMessage(
                        "the agent 127.0.0.1:%d runs version 1, and the controller version 2: install the same version on both"
                                .formatted(addresses.getFirst().getPort()));
    }

    @Test
    void a_window_goes_on_while_a_controller_of_another_version_is_refused() throws Exception {
        var addresses = start(1);
        try (var group = connect(addresses);
                var load = group.start(plan(users(4)), true, false)) {
            load.openWindow();
            await(() -> load.progress().succeeded() > 20);
            assertThatThrownBy(() -> AgentGroup.connect(addresses, Optional.of(key), "2"))
                    .isInstanceOf(WrongInput.class)
                    .hasMessageContaining("runs version 1, and the controller version 2");
            requireGoesOn(load);
        }
    }

    /// Another process that holds the key and has joined; the agent sees it leave without a word.
    @Test
    void a_window_goes_on_while_another_controller_is_killed() throws Exception {
        var addresses = start(1);
        try (var group = connect(addresses);
                var load = group.start(plan(users(4)), true, false)) {
            load.openWindow();
            await(() -> load.progress().succeeded() > 20);
            var port = String.valueOf(addresses.getFirst().getPort());
            var other = LinkProcess.start(List.of(), "join", port, keyFile('a').toString());
            try {
                assertThat(LinkProcess.port(other)).as("joined").isPositive();
            } finally {
                other.destroyForcibly().waitFor();
            }
            requireGoesOn(load);
        }
    }

    /// Further responses arrive, and the window ends without an error or a lost agent.
    private static void requireGoesOn(AgentLoad load) throws Exception {
        long before = load.progress().succeeded();
        await(() -> load.progress().succeeded() > before + 200);
        var result = load.closeWindow();
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.connections().established()).isEqualTo(4);
        assertThat(load.figures()).allSatisfy(f -> assertThat(f.loss()).isEmpty());
    }

    @Test
    void another_key_or_none_gets_nowhere() throws Exception {
        var addresses = start(1);
        var other = Optional.of(key('b'));
        assertThatThrownBy(() -> AgentGroup.connect(addresses, other, VERSION))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("has another key");
        assertThatThrownBy(() -> AgentGroup.connect(addresses, Optional.empty(), VERSION))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("does not respond as an agent", "without a key file");
        assertThat(log).isEmpty();
        try (var group = connect(addresses)) {
            assertThat(group.size()).isEqualTo(1);
        }
    }

    @Test
    void a_stranger_without_tls_gets_no_byte_and_the_agent_goes_on() throws Exception {
        var addresses = start(1);
        try (var stranger = new Socket()) {
            stranger.connect(addresses.getFirst());
            stranger.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(UTF_8));
            stranger.setSoTimeout((int) LIMIT.toMillis());
            var answer = stranger.getInputStream().readAllBytes();
            assertThat(new String(answer, UTF_8)).doesNotContain("loombench");
        } catch (java.net.SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
        assertThat(log).isEmpty();
        connect(addresses).close();
    }

    /// A tool that scans ports opens connections, and sends nothing.
    @Test
    void silent_strangers_do_not_keep_a_controller_out() throws Exception {
        var addresses = start(1);
        var silent = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 100; i++) {
                var address = addresses.getFirst();
                silent.add(new Socket(address.getAddress(), address.getPort()));
            }
            connect(addresses).close();
        } finally {
            for (var socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void all_agents_that_cannot_be_reached_are_named_and_the_others_are_released()
            throws Exception {
        var addresses = new ArrayList<>(start(1));
        var dead = Responder.unusedAddress();
        addresses.add(dead);
        assertThatThrownBy(() -> connect(addresses))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("no agent can be reached at 127.0.0.1:" + dead.getPort());
        connect(addresses.subList(0, 1)).close();
    }

    @Test
    void a_target_that_no_agent_reaches_is_refused_before_the_load() throws Exception {
        try (var group = connect(start(2))) {
            var dead = Responder.unusedAddress();
            var plan = plan(users(4), Traffic.of(HELLO), dead);
            assertThatThrownBy(() -> group.start(plan, true, false))
                    .isInstanceOf(ProbeFailed.class)
                    .hasMessageContaining("no server listens at 127.0.0.1:" + dead.getPort());
            // The agents are ready for another load.
            var result =
                    window(
                            group,
                            plan(users(4)),
                            OptionalLong.of(40),
                            new ArrayList<>(),
                            new ArrayList<>());
            assertThat(result.counts().succeeded()).isEqualTo(40);
        }
    }

    @Test
    void fewer_connections_than_threads_are_refused() throws Exception {
        try (var group = connect(start(2))) {
            assertThatThrownBy(() -> group.start(plan(users(1)), true, false))
                    .isInstanceOf(WrongInput.class)
                    .hasMessageContaining("1 connections cannot be distributed to 2 agents");
        }
    }

    @Test
    void an_agent_without_a_key_listens_on_loopback_only() throws Exception {
        var elsewhere = new InetSocketAddress(InetAddress.getByName("192.0.2.1"), 7800);
        assertThatThrownBy(() ->
                        AgentServer.start(elsewhere, Optional.empty(), VERSION, LOAD, log::add))
                .isInstanceOf(LinkFailed.class)
                .hasMessageContaining("without a key an agent listens on loopback only");
        assertThatThrownBy(() ->
                        AgentServer.start(
                                new InetSocketAddress(7800),
                                Optional.of(key),
                                VERSION,
                                LOAD,
                                log::add))
                .isInstanceOf(LinkFailed.class)
                .hasMessageContaining("an agent listens on one address");
        var local = start(1).getFirst();
        assertThatThrownBy(
                        () -> AgentServer.start(local, Optional.of(key), VERSION, LOAD, log::add))
                .isInstanceOf(LinkFailed.class)
                .hasMessageContaining("cannot be used", "is another agent running");
    }

    private List<InetSocketAddress> start(int count) throws LinkFailed {
        var addresses = new ArrayList<InetSocketAddress>();
        for (int i = 0; i < count; i++) {
            addresses.add(start(log::add));
        }
        return addresses;
    }

    private InetSocketAddress start(Consumer<String> agentLog) throws LinkFailed {
        var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var agent = AgentServer.start(any, Optional.of(key), VERSION, LOAD, agentLog);
        agents.add(agent);
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), agent.port());
    }

    private AgentGroup connect(List<InetSocketAddress> addresses) throws InterruptedException {
        return AgentGroup.connect(addresses, Optional.of(key), VERSION);
    }

    private static LoadResult window(
            AgentGroup group,
            LoadPlan plan,
            OptionalLong requests,
            List<Second> seconds,
            List<AgentFigures> figures)
            throws InterruptedException {
        try (var load = group.start(plan, true, false)) {
            load.openWindow(
                    requests,
                    interval ->
                            seconds.add(
                                    new Second(
                                            interval.window(),
                                            interval.responseTime().copy(),
                                            interval.serviceTime().copy())));
            await(() -> load.windowOver(LIMIT));
            var result = load.closeWindow();
            figures.addAll(load.figures());
            return result;
        }
    }

    private LoadPlan plan(LoadModel model) {
        return plan(model, Traffic.of(HELLO), server.address());
    }

    private static LoadPlan plan(LoadModel model, Traffic traffic, InetSocketAddress target) {
        return new LoadPlan(
                target, model, traffic, 42, LoadSettings.DEFAULT, new LoadShare(0, 1), Map.of());
    }

    private static LoadModel users(int count) {
        return new LoadModel.Closed(count, Duration.ofMillis(1));
    }

    private static long count(List<Second> intervals) {
        return intervals.stream().mapToLong(i -> i.responseTime().getTotalCount()).sum();
    }

    /// Waits until the server gets no requests any more.
    private void awaitSilence() throws InterruptedException {
        int before;
        do {
            before = server.requests();
            Thread.sleep(300);
        } while (server.requests() > before);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end).isNegative();
            Thread.sleep(10);
        }
    }

    private SharedKey key(char secret) throws IOException {
        return KeyFile.read(keyFile(secret));
    }

    private Path keyFile(char secret) throws IOException {
        var file = Files.createTempFile(folder, "key", "");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return Files.writeString(file, String.valueOf(secret).repeat(32));
    }
}
