package dev.loombench.http2;

import static dev.loombench.http2.ClientConnectionTest.POST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/// The limits of a peer: of its streams, its windows, its frames and its table.
class ClientConnectionFlowTest {
    // Limits of the peer.

    @Test
    void no_more_streams_are_open_than_the_peer_allows() {
        var client = ClientFixture.established(3, SettingId.MAX_CONCURRENT_STREAMS, 2);
        client.get(0);
        client.get(1);
        assertThat(client.connection.hasRoom()).isFalse();
        assertThat(client.connection.peerLimit()).isEqualTo(2);
        assertThatIllegalStateException().isThrownBy(() -> client.get(2));
        client.written();
        client.receive(new FrameBytes().ok(1));
        assertThat(client.connection.hasRoom()).isTrue();
    }

    /// Three requests have slots, and none is sent when the limit falls to one: they are sent one
    /// after another.
    @Test
    void a_limit_that_falls_before_requests_are_sent_holds_for_them() {
        var client = ClientFixture.established(3);
        client.get(0);
        client.get(1);
        client.get(2);
        client.receive(new FrameBytes().settings(SettingId.MAX_CONCURRENT_STREAMS, 1));
        assertThat(client.written()).containsExactly("SETTINGS ack", "HEADERS 1 1 end");
        assertThat(client.connection.hasOutput()).isFalse();
        client.receive(new FrameBytes().ok(1));
        assertThat(client.written()).containsExactly("HEADERS 3 1 end");
        client.receive(new FrameBytes().settings(SettingId.MAX_CONCURRENT_STREAMS, 2));
        assertThat(client.written()).containsExactly("SETTINGS ack", "HEADERS 5 1 end");
    }

    /// Streams that are open go on; no further one is opened before fewer are than the limit.
    @Test
    void a_limit_below_the_open_streams_ends_none_of_them() {
        var client = ClientFixture.established(3);
        client.get(0);
        client.get(1);
        client.written();
        client.receive(new FrameBytes().settings(SettingId.MAX_CONCURRENT_STREAMS, 1));
        client.receive(new FrameBytes().ok(3));
        assertThat(client.connection.hasRoom()).isFalse();
        client.receive(new FrameBytes().ok(1));
        assertThat(client.connection.hasRoom()).isTrue();
        assertThat(client.events)
                .containsExactly(
                        "limited 1",
                        "responding 1",
                        "responded 1 200",
                        "responding 0",
                        "responded 0 200");
    }

    /// That of the first settings is known as the connection is ready.
    @Test
    void a_limit_that_changes_later_is_reported() {
        var client = ClientFixture.established(3, SettingId.MAX_CONCURRENT_STREAMS, 5);
        client.receive(new FrameBytes().settings(SettingId.MAX_CONCURRENT_STREAMS, 5));
        client.receive(new FrameBytes().settings(SettingId.INITIAL_WINDOW_SIZE, 9));
        assertThat(client.events).isEmpty();
        client.receive(
                new FrameBytes()
                        .settings(SettingId.MAX_CONCURRENT_STREAMS, 2)
                        .settings(SettingId.MAX_CONCURRENT_STREAMS, 7));
        assertThat(client.events).containsExactly("limited 2", "limited 7");
    }

    @Test
    void a_limit_that_rises_makes_room() {
        var client = ClientFixture.established(2, SettingId.MAX_CONCURRENT_STREAMS, 0);
        assertThat(client.connection.hasRoom()).isFalse();
        client.receive(new FrameBytes().settings(SettingId.MAX_CONCURRENT_STREAMS, 1));
        assertThat(client.connection.hasRoom()).isTrue();
    }

    @Test
    void content_fits_in_the_window_of_its_stream() {
        var client = ClientFixture.established(1, SettingId.INITIAL_WINDOW_SIZE, 10);
        client.open(0, POST, 25);
        assertThat(client.written()).containsExactly("HEADERS 1 1", "DATA 1 10");
        assertThat(client.connection.hasOutput()).isFalse();
        client.receive(new FrameBytes().windowUpdate(1, 10));
        assertThat(client.written()).containsExactly("DATA 1 10");
        client.receive(new FrameBytes().windowUpdate(1, 10));
        assertThat(client.written()).containsExactly("DATA 1 5 end");
    }

    /// The window of a connection is 65,535 at first: two requests with 40,000 bytes share it.
    @Test
    void content_fits_in_the_window_of_the_connection() {
        var client =
                ClientFixture.established(
                        2,
                        SettingId.INITIAL_WINDOW_SIZE,
                        1_000_000,
                        SettingId.MAX_FRAME_SIZE,
                        100_000);
        client.open(0, POST, 40_000);
        client.open(1, POST, 40_000);
        assertThat(client.written())
                .containsExactly("HEADERS 1 1", "HEADERS 3 1", "DATA 1 40000 end", "DATA 3 25535");
        client.receive(new FrameBytes().windowUpdate(3, 100_000));
        assertThat(client.written()).isEmpty();
        client.receive(new FrameBytes().windowUpdate(0, 100_000));
        assertThat(client.written()).containsExactly("DATA 3 14465 end");
    }

    @Test
    void a_window_that_the_peer_reduces_may_become_negative() {
        var client = ClientFixture.established(1, SettingId.INITIAL_WINDOW_SIZE, 10);
        client.open(0, POST, 20);
        client.written();
        client.receive(new FrameBytes().settings(SettingId.INITIAL_WINDOW_SIZE, 4)); // now -6
        client.receive(new FrameBytes().windowUpdate(1, 6)); // now 0
        assertThat(client.written()).containsExactly("SETTINGS ack");
        client.receive(new FrameBytes().windowUpdate(1, 3));
        assertThat(client.written()).containsExactly("DATA 1 3");
    }

    @Test
    void no_frame_is_longer_than_the_peer_allows() {
        var client = ClientFixture.established(1, SettingId.INITIAL_WINDOW_SIZE, 60_000);
        client.open(0, new byte[20_000], 20_000);
        assertThat(client.written())
                .containsExactly(
                        "HEADERS 1 16384 more",
                        "CONTINUATION 1 3616",
                        "DATA 1 16384",
                        "DATA 1 3616 end");
    }

    @Test
    void a_smaller_table_of_the_peer_is_acknowledged_by_the_next_block() {
        var client = ClientFixture.established(1, SettingId.HEADER_TABLE_SIZE, 0);
        client.get(0);
        assertThat(client.written()).containsExactly("HEADERS 1 2 end"); // with the change to 0
        client.receive(new FrameBytes().ok(1));
        client.get(0);
        assertThat(client.written()).containsExactly("HEADERS 3 1 end");
    }

    /// Each write has room for 2,000 bytes.
    @Test
    void content_continues_where_a_write_ended() {
        var client = new ClientFixture(1, 2_000);
        client.receive(FrameBytes.begin());
        client.written();
        client.open(0, POST, 5_000);
        assertThat(client.written())
                .containsExactly("HEADERS 1 1", "DATA 1 1981", "DATA 1 1991", "DATA 1 1028 end");
    }

    // Windows of this side.

    /// Half of the window of a stream is 2^19 bytes, that of the connection 2^23.
    @Test
    void a_window_is_opened_again_once_half_of_it_is_used() {
        var client = ClientFixture.established(1);
        client.get(0);
        client.written();
        client.receive(new FrameBytes().headers(1, false, ":status: 200"));
        for (int i = 0; i < 31; i++) {
            client.receive(new FrameBytes().data(1, false, 16_384));
        }
        assertThat(client.written()).isEmpty();
        client.receive(new FrameBytes().data(1, false, 16_384)); // the 32nd
        assertThat(client.written()).containsExactly("WINDOW_UPDATE 1 524288");
    }

    /// 1,024 frames of 16,384 bytes are 16 MiB: the connection's window is opened twice.
    @Test
    void bodies_of_any_size_arrive() {
        var client = ClientFixture.established(1);
        client.get(0);
        client.written();
        client.receive(new FrameBytes().headers(1, false, ":status: 200"));
        var written = new ArrayList<String>();
        for (int i = 1; i <= 1024; i++) {
            client.receive(new FrameBytes().data(1, i == 1024, 16_384));
            written.addAll(client.written());
        }
        assertThat(client.events).endsWith("responded 0 200");
        assertThat(written.stream().filter(frame -> frame.equals("WINDOW_UPDATE 0 8388608")))
                .hasSize(2);
    }

    @Test
    void a_ping_is_sent_and_its_acknowledgement_is_no_event() {
        var client = ClientFixture.established(1);
        client.connection.ping();
        assertThat(client.written()).containsExactly("PING");
        client.receive(new FrameBytes().ping(FrameType.ACK));
        assertThat(client.events).isEmpty();
        assertThat(client.written()).isEmpty();
    }

    /// A server may ask for a sign of life every second while streams are held for hours.
    @Test
    void pings_whose_replies_have_left_are_no_frames_without_end() {
        var client = ClientFixture.established(1);
        for (int i = 0; i <= IdleFrames.LIMIT; i++) {
            client.receive(new FrameBytes().ping(0));
            assertThat(client.written()).containsExactly("PING ack");
        }
        assertThat(client.events).isEmpty();
    }
}
