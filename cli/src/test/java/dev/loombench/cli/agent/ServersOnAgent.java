package dev.loombench.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.LabProcess;
import dev.loombench.cli.RunFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Controllers, and the agents that start their servers, each on a host of a network of its own.
abstract class ServersOnAgent extends RunFixture {
    static final int SERVER = 1;
    static final int LOAD = 2;

    @TempDir private static Path shared;
    static Path key;
    static TestNetwork network;
    static TestAgents agents;

    /// The one with the role *server*.
    LabProcess agent;

    @BeforeAll
    static void connect() throws Exception {
        network = TestNetwork.open(3);
        key = TestNetwork.key(shared);
        agents =
                TestAgents.start(
                        2,
                        number ->
                                number == 0
                                        ? agent(SERVER, address(SERVER), "--roles=server")
                                        : agent(LOAD, address(LOAD)));
    }

    static LabProcess agent(int host, String listen, String... options) throws IOException {
        var command = new ArrayList<>(List.of("agent", "--listen=" + listen));
        command.add("--key-file=" + key);
        command.addAll(Arrays.asList(options));
        return LabProcess.startIn(network.namespace(host), shared, command.toArray(String[]::new));
    }

    @BeforeEach
    void makeAgentsReady() throws Exception {
        network.link(SERVER, true);
        agents.makeReady();
        agent = agents.get(0);
    }

    @AfterAll
    static void disconnect() throws Exception {
        if (agents != null) {
            agents.close();
        }
        if (network != null) {
            network.remove();
        }
    }

    LabProcess controller(String... arguments) throws IOException {
        return controllerOf(SERVER, arguments);
    }

    /// A controller whose servers the agent on this host starts.
    LabProcess controllerOf(int host, String... arguments) throws IOException {
        var command = new ArrayList<>(Arrays.asList(arguments));
        command.add("--server-on=" + address(host));
        command.add("--key-file=" + key);
        return LabProcess.startIn(network.namespace(0), folder, command.toArray(String[]::new));
    }

    static String address(int host) {
        return network.address(host) + ":7800";
    }

    static void awaitFree(LabProcess agent) throws IOException, InterruptedException {
        TestAgents.awaitFree(agent);
        assertThat(agent.servers()).isEmpty();
    }
}
