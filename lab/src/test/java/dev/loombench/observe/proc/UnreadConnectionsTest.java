package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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

    @Test
    void what_clients_have_sent_and_the_process_has_not_read_is_counted() {
        var own = Set.of("socket:[11]", "socket:[14]", "/dev/null"); // others came later
        assertThat(UnreadConnections.count(TABLE, own)).isEqualTo(new UnreadConnections(4, 3));
    }

    @Test
    void no_more_requests_wait_than_there_are_connections_beyond_those_served() {
        assertThat(new UnreadConnections(60, 50).waiting(10)).isEqualTo(50);
        assertThat(new UnreadConnections(52, 50).waiting(10)).isEqualTo(42);
        assertThat(new UnreadConnections(8, 5).waiting(10)).isZero();
    }

    @Test
    void a_process_that_does_not_listen_has_no_clients() {
        assertThat(UnreadConnections.count(TABLE, Set.of("socket:[14]")))
                .isEqualTo(new UnreadConnections(0, 0));
        assertThat(UnreadConnections.count(List.of(), Set.of()))
                .isEqualTo(new UnreadConnections(0, 0));
    }
}
