package dev.loombench.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class StrangersTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final List<Socket> open = new ArrayList<>();
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 50, LOOPBACK);
    }

    @AfterEach
    void close() throws IOException {
        for (var socket : open) {
            socket.close();
        }
        server.close();
    }

    /// The server's end of a connection from an address of the loopback.
    private Socket from(String address) throws IOException {
        open.add(new Socket(LOOPBACK, server.getLocalPort(), InetAddress.getByName(address), 0));
        var accepted = server.accept();
        open.add(accepted);
        return accepted;
    }

    /// Of 8 in all, 2 may be of one address.
    @Test
    void the_oldest_of_an_address_with_many_makes_room() throws IOException {
        var strangers = new Strangers(8);
        var first = from("127.0.0.1");
        var next = from("127.0.0.1");
        assertThat(strangers.add(first)).isEmpty();
        assertThat(strangers.add(next)).isEmpty();
        assertThat(strangers.add(from("127.0.0.1"))).contains(first);
        assertThat(strangers.add(from("127.0.0.1"))).contains(next);
        assertThat(strangers.remove(first)).as("removed already").isFalse();
        assertThat(strangers.removeAll()).hasSize(2);
    }

    @Test
    @EnabledOnOs(OS.LINUX) // where the whole of 127.0.0.0/8 is the loopback
    void the_oldest_of_all_makes_room_where_no_address_has_many() throws IOException {
        var strangers = new Strangers(4);
        var first = from("127.0.0.2");
        assertThat(strangers.add(first)).isEmpty();
        for (int i = 3; i <= 5; i++) {
            assertThat(strangers.add(from("127.0.0." + i))).isEmpty();
        }
        assertThat(strangers.add(from("127.0.0.6"))).contains(first);
        assertThat(strangers.removeAll()).hasSize(4).doesNotContain(first);
    }

    @Test
    void one_that_has_introduced_itself_takes_no_place() throws IOException {
        var strangers = new Strangers(4); // 1 of an address
        var member = from("127.0.0.1");
        strangers.add(member);
        assertThat(strangers.remove(member)).isTrue();
        assertThat(strangers.add(from("127.0.0.1"))).isEmpty();
    }

    @Test
    void strangers_have_at_most_half_of_the_descriptors() {
        assertThat(Strangers.most(1_024)).isEqualTo(512);
        assertThat(Strangers.most(16_000)).isEqualTo(8_000);
        assertThat(Strangers.most(1L << 40)).isEqualTo(8_000);
        assertThat(Strangers.most(1)).isEqualTo(1);
    }
}
