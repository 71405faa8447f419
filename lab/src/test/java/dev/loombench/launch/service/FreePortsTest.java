package dev.loombench.launch.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.launch.limit.HostLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreePortsTest {
    @TempDir private Path root;

    private FreePorts ports(String range) throws IOException {
        var file = root.resolve("proc/sys/net/ipv4/ip_local_port_range");
        Files.createDirectories(file.getParent());
        Files.writeString(file, range);
        return new FreePorts(HostLimits.at(root));
    }

    @ParameterizedTest
    @CsvSource({"32768\t60999, 30000", "24000 65535, 24000", "32000 32100, 30000", ", 30000"})
    void lie_below_those_that_the_kernel_gives_away_and_a_node_forwards(String range, int limit)
            throws IOException {
        var free = range == null ? new FreePorts(HostLimits.at(root)) : ports(range);
        var given = new HashSet<Integer>();
        for (int i = 0; i < 20; i++) {
            int port = free.next();
            assertThat(port).isBetween(20_000, limit - 1);
            assertThat(given.add(port)).isTrue();
        }
    }

    /// A service listens on all addresses, as a rule.
    @Test
    @EnabledOnOs(OS.LINUX)
    void are_free_on_all_addresses() throws IOException {
        try (var other = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.2"))) {
            assertThat(FreePorts.isFree(other.getLocalPort())).isFalse();
        }
    }

    @Test
    void are_the_kernels_where_it_gives_nearly_all_away() throws IOException {
        var free = ports("1024 65535");
        int port = free.next();
        new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        assertThat(free.next()).isNotEqualTo(port);
    }
}
