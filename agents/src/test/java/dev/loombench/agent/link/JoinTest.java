package dev.loombench.agent.link;

import static dev.loombench.agent.link.TestChannels.LOOPBACK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.Await;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.jgroups.Version;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Test;

/// A controller that joins while another leaves, or whose first request is lost.
class JoinTest {
    private static final IpAddress JOINING = new IpAddress(LOOPBACK, 1);

    /// JGroups closes all connections but those of members: the leave of one controller lost the
    /// request of the next.
    @Test
    void a_leave_closes_the_connection_of_the_member_that_left_and_no_other() throws Exception {
        try (var agent = TestChannels.first();
                var leaving = TestChannels.joined(agent);
                var joining = new Socket()) {
            joining.connect(TestChannels.address(agent));
            greet(joining);
            var connections = TestChannels.transport(agent);
            Await.until(() -> connections.getOpenConnections() == 2);
            leaving.disconnect();
            Await.until(() -> agent.getView().size() == 1);
            Await.until(() ->
                    connections.getOpenConnections() <= 1); // closed after the view is installed
            assertThat(connections.getOpenConnections()).isEqualTo(1);
            assertThat(connections.printConnections()).contains(JOINING + ": ");
        }
    }

    /// What a member sends first: a cookie, its version, the length of its address, its address.
    private static void greet(Socket socket) throws Exception {
        var out = new DataOutputStream(socket.getOutputStream());
        out.write(Connection.cookie);
        out.writeShort(Version.version);
        out.writeShort(JOINING.serializedSize());
        JOINING.writeTo(out);
        out.flush();
    }

    @Test
    void a_request_that_is_lost_is_sent_again() throws Exception {
        var received = new ReceivedMessages();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var closing = new ServerSocket(0, 10, LOOPBACK);
            var address = new InetSocketAddress(LOOPBACK, closing.getLocalPort());
            var joining =
                    threads.submit(() -> LinkEnd.connect(address, Optional.empty(), received));
            takeFirstRequest(closing);
            try (var agent = LinkEnd.listen(address, Optional.empty(), received);
                    var controller = joining.get()) {
                assertThat(agent.port()).isEqualTo(address.getPort());
                controller.send(controller.first(), new byte[] {1});
                assertThat(received.next()).containsExactly(1);
            }
        }
    }

    /// Reads the beginning of a request, and listens no more.
    private static void takeFirstRequest(ServerSocket server) throws IOException {
        try (server) {
            int first = -1;
            while (first < 0) { // an end without a byte is the check whether the port is open
                try (var socket = server.accept()) {
                    first = socket.getInputStream().read();
                }
            }
        }
    }
}
