package dev.loombench.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Agents on hosts of their own: one load, a partition, a target that each has for itself.
class AgentNetworkIT extends AgentNetworkFixture {
    /// Each host has a loopback of its own.
    @Test
    void agents_on_other_hosts_drive_one_load_right_after_one_for_loopback() throws Exception {
        try (var controller = controller("-c9", "http://127.0.0.1:8080/")) {
            assertThat(controller.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(controller.err()).contains("is on the loopback of each machine");
        }
        driveOneLoad();
    }

    /// The controller and the agents notice on their own: nothing tells them that the link is down.
    @Tag("nightly")
    @Test
    void a_partition_ends_the_load_on_both_sides_and_heals() throws Exception {
        try (var controller = controller("-c9", "-d1h", "--no-probe")) {
            awaitWindow(controller);
            network.link(2, false);
            assertThat(controller.exitCode()).isEqualTo(ExitCode.INVALID);
            assertThat(controller.out())
                    .contains("Invalid: the agent " + address(2))
                    .containsPattern("3\\s+of\\s+9\\s+connections");
            awaitStoppedLoads();
        }
        network.link(2, true);
        driveOneLoad();
    }
}
