package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.proc.UnreadConnections.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnreadConnectionsTest {
    /// On port 8080, 1F90: two connections to accept, of which one is shown, one with 180 bytes to
    /// read, one without; one of another port; then one to a database with a reply to read, and one
    /// that was closed.
    private static final List<String> TABLE =
            List.of(
                    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
                    "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000002 00:00000000 00000000  1000        0 11 1 0 100 0 0 10 0",
                    "   1: 0100007F:1F90 0100007F:D431 01 00000000:000000B4 00:00000000 00000000  1000        0 12 1 0 20 4 30 10 -1",
                    "   2: 0100007F:1F90 0100007F:D432 01 00000000:00000000 00:00000000 00000000  1000        0 13 1 0 20 4 30 10 -1",
                    "   3: 0100007F:1F91 0100007F:D433 01 00000000:000000B4 00:00000000 00000000  1000        0 99 1 0 20 4 30 10 -1",
                    "   6: 0100007F:1F90 0100007F:D436 01 00000000:000000B4 00:00000000 00000000     0        0 0 1 0 20 4 30 10 -1",
                    "   4: 0100007F:D434 0100007F:1538 01 00000000:000000B4 00:00000000 00000000  1000        0 14 1 0 20 4 30 10 -1",
                    "   5: 0100007F:1F90 0100007F:D435 08 00000000:00000001 00:00000000 00000000  1000        0 15 1 0 20 4 30 10 -1");

    /// @param accepted connections
    private static UnreadConnections connections(int accepted, int unread, int unpolled) {
        return new UnreadConnections(List.of(new Port(8080, accepted, 0)), unread, unpolled);
    }

    @Test
    void what_clients_have_sent_and_the_process_has_not_read_is_counted() {
        var own =
                Map.of(
                        "4",
                        "socket:[11]",
                        "5",
                        "socket:[14]",
                        "0",
                        "/dev/null"); // others came later
        assertThat(UnreadConnections.count(TABLE, own, Set.of()))
                .isEqualTo(new UnreadConnections(List.of(new Port(8080, 2, 2)), 3, 0));
    }

    /// That of the port 8081, 1F91, is accepted by a socket of the process too.
    @Test
    void the_connections_of_each_port_are_counted() {
        var table = new ArrayList<>(TABLE);
        table.add("   8: 0100007F:1F90 0100007F:D436 01"); // cut off
        table.add("   8: 0100007F:1F90 0100007F:D436 01 00000000:");
        table.add(
                "   8: 0100007F: 0100007F:D436 01 00000000:000000B4 00:00000000 00000000  1000        0 16 1 0 20 4 30 10 -1");
        table.add(
                "   7: 00000000:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 21 1 0 100 0 0 10 0");
        var own = Map.of("4", "socket:[11]", "5", "socket:[21]");
        assertThat(UnreadConnections.count(table, own, Set.of()).ports())
                .containsExactly(new Port(8080, 2, 2), new Port(8081, 1, 0));
    }

    /// Of the two that were accepted one is polled: the other has a request that was read.
    @Test
    void a_connection_that_is_not_polled_has_a_request_in_service() {
        var own = Map.of("4", "socket:[11]", "7", "socket:[12]", "8", "socket:[13]");
        assertThat(UnreadConnections.count(TABLE, own, Set.of("4", "7")).unpolled()).isEqualTo(1);
        assertThat(UnreadConnections.count(TABLE, own, Set.of("4", "7", "8")).unpolled()).isZero();
    }

    @Test
    void requests_that_were_read_wait_beyond_the_busy_threads() {
        assertThat(connections(60, 0, 50).queued(10)).isEqualTo(40);
        assertThat(connections(60, 0, 10).queued(10)).isZero();
    }

    /// `EPOLLIN` (1), `EPOLLOUT` (4), and a descriptor that is registered for nothing but errors.
    @Test
    void the_kernel_shows_which_descriptors_are_polled_for_reading() {
        var lines =
                List.of(
                        "pos:\t0",
                        "tfd:        8 events:       19 data:        8  pos:0 ino:3d sdev:9",
                        "tfd:       12 events:        4 data:        c  pos:0 ino:3e sdev:9",
                        "tfd:       13 events: 40000001 data:        d  pos:0 ino:3f sdev:9",
                        "tfd:       14 events:       18 data:        e  pos:0 ino:40 sdev:9");
        assertThat(PolledDescriptors.readable(lines)).containsExactlyInAnyOrder("8", "13");
    }

    @Test
    void no_more_requests_wait_than_there_are_connections_beyond_those_served() {
        assertThat(connections(60, 50, 0).waiting(10)).isEqualTo(50);
        assertThat(connections(52, 50, 0).waiting(10)).isEqualTo(42);
        assertThat(connections(8, 5, 0).waiting(10)).isZero();
    }

    @Test
    void a_process_that_does_not_listen_has_no_clients() {
        var none = new UnreadConnections(List.of(), 0, 0);
        assertThat(UnreadConnections.count(TABLE, Map.of("5", "socket:[14]"), Set.of()))
                .isEqualTo(none);
        assertThat(UnreadConnections.count(List.of(), Map.of(), Set.of())).isEqualTo(none);
    }
}
