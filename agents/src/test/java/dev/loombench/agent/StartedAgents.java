package dev.loombench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.agent.link.KeyFile;
import dev.loombench.agent.link.LinkFailed;
import dev.loombench.agent.link.SharedKey;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.LoadShare;
import dev.loombench.load.Responder;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.result.AgentFigures;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Agents of this process, a server for their load, and a controller of them.
abstract class StartedAgents {
    static final String VERSION = "1";
    static final AgentRoles LOAD = new AgentRoles(true, Optional.empty());
    static final Duration LIMIT = Duration.ofMinutes(4);
    static final Request HELLO = Request.get("/hello", Duration.ofSeconds(20));

    final List<AgentServer> agents = new ArrayList<>();
    final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    @TempDir private Path folder;
    Responder server;
    SharedKey key;

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

    List<InetSocketAddress> start(int count) throws LinkFailed {
        var addresses = new ArrayList<InetSocketAddress>();
        for (int i = 0; i < count; i++) {
            addresses.add(start(log::add));
        }
        return addresses;
    }

    InetSocketAddress start(Consumer<String> agentLog) throws LinkFailed {
        var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var agent = AgentServer.start(any, Optional.of(key), VERSION, LOAD, agentLog);
        agents.add(agent);
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), agent.port());
    }

    AgentGroup connect(List<InetSocketAddress> addresses) throws InterruptedException {
        return AgentGroup.connect(addresses, Optional.of(key), VERSION);
    }

    static LoadResult window(AgentGroup group, LoadPlan plan, long requests)
            throws InterruptedException {
        return window(group, plan, requests, new ArrayList<>(), new ArrayList<>());
    }

    static LoadResult window(
            AgentGroup group,
            LoadPlan plan,
            long requests,
            List<Second> seconds,
            List<AgentFigures> figures)
            throws InterruptedException {
        try (var load = group.start(plan, true, false)) {
            load.openWindow(
                    OptionalLong.of(requests),
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

    LoadPlan plan(LoadModel model) {
        return plan(model, Traffic.of(HELLO), server.address());
    }

    static LoadPlan plan(LoadModel model, Traffic traffic, InetSocketAddress target) {
        return new LoadPlan(
                target, model, traffic, 42, LoadSettings.DEFAULT, new LoadShare(0, 1), Map.of());
    }

    static LoadModel users(int count) {
        return new LoadModel.Closed(count, Duration.ofMillis(1));
    }

    static long count(List<Second> intervals) {
        return intervals.stream().mapToLong(i -> i.responseTime().getTotalCount()).sum();
    }

    /// Waits until the server gets no requests any more. One pause without any may be that of the
    /// machine.
    void awaitSilence() throws InterruptedException {
        int silent = 0;
        while (silent < 3) {
            int before = server.requests();
            Thread.sleep(100);
            silent = server.requests() > before ? 0 : silent + 1;
        }
    }

    static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end).isNegative();
            Thread.sleep(10);
        }
    }

    SharedKey key(char secret) throws IOException {
        return KeyFile.read(keyFile(secret));
    }

    Path keyFile(char secret) throws IOException {
        var file = Files.createTempFile(folder, "key", "");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return Files.writeString(file, String.valueOf(secret).repeat(32));
    }
}
