package dev.loombench.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientConnectionTest {
    static final byte[] POST = FrameBytes.block(":method: POST");

    @Test
    void begins_with_the_preface_and_its_settings() {
        var client = new ClientFixture(1);
        assertThat(client.written())
                .containsExactly(
                        "PRI * HTTP/2.0\r\n\r\nSM",
                        "SETTINGS 18",
                        "WINDOW_UPDATE 0 16711681"); // 2^24 - 65,535
        assertThat(client.connection.hasRoom()).isFalse();
    }

    @Test
    void is_ready_once_the_settings_have_come() {
        var client = new ClientFixture(1);
        client.written();
        client.receive(FrameBytes.begin());
        assertThat(client.events).containsExactly("ready");
        assertThat(client.connection.hasRoom()).isTrue();
        assertThat(client.written()).containsExactly("SETTINGS ack");
    }

    @Test
    void a_request_without_content_is_one_frame() {
        var client = ClientFixture.established(2);
        client.get(0);
        client.get(1);
        assertThat(client.written()).containsExactly("HEADERS 1 1 end", "HEADERS 3 1 end");
        client.receive(new FrameBytes().ok(3).ok(1));
        assertThat(client.events)
                .containsExactly(
                        "responding 1", "responded 1 200", "responding 0", "responded 0 200");
        assertThat(client.connection.active()).isZero();
    }

    @Test
    void a_slot_takes_the_next_request_after_its_response() {
        var client = ClientFixture.established(1);
        client.get(0);
        client.written();
        client.receive(new FrameBytes().ok(1));
        client.get(0);
        assertThat(client.written()).containsExactly("HEADERS 3 1 end");
    }

    @Test
    void a_response_ends_with_its_last_data() {
        var client = ClientFixture.established(1);
        client.get(0);
        client.written();
        client.receive(
                new FrameBytes()
                        .headers(1, false, ":status: 200", "content-length: 7")
                        .data(1, false, 3)
                        .data(1, true, 4));
        assertThat(client.events)
                .containsExactly("responding 0", "content 0 3", "content 0 4", "responded 0 200");
    }

    /// As the peer counts it: 7 + 3, 7 + 4, 5 + 1 and 32 for each of three fields.
    @Test
    void the_size_of_a_list_of_header_fields_is_compared_with_the_limit_once() {
        assertThat(excess(122)).containsExactly(123L, 0L);
        assertThat(excess(123)).containsExactly(0L, 0L);
    }

    private static List<Long> excess(int limit) {
        var client = new ClientFixture(1);
        client.receive(FrameBytes.begin(SettingId.MAX_HEADER_LIST_SIZE, limit));
        var block = FrameBytes.block(":method: GET", ":scheme: http", ":path: /");
        var request = MemorySegment.ofArray(block);
        long first = client.connection.firstHeaderListExcess(request, block.length);
        return List.of(first, client.connection.firstHeaderListExcess(request, block.length));
    }

    @Test
    void a_status_above_599_is_one() {
        var client = ClientFixture.established(1);
        client.get(0);
        client.written();
        client.receive(new FrameBytes().headers(1, true, ":status: 999"));
        assertThat(client.events).containsExactly("responding 0", "responded 0 999");
    }

    @Test
    void interim_responses_are_skipped() {
        var client = ClientFixture.established(1);
        client.get(0);
        client.written();
        client.receive(
                new FrameBytes()
                        .headers(1, false, ":status: 103", "link: x")
                        .headers(1, false, ":status: 100")
                        .ok(1));
        assertThat(client.events).containsExactly("responding 0", "responded 0 200");
    }

    @Test
    void trailers_end_a_response_and_have_the_status_of_grpc() {
        var client = ClientFixture.established(1);
        client.get(0);
        client.written();
        client.receive(
                new FrameBytes()
                        .headers(1, false, ":status: 200")
                        .data(1, false, 5)
                        .headers(1, true, "grpc-status: 13"));
        assertThat(client.events)
                .containsExactly("responding 0", "content 0 5", "responded 0 200 grpc 13");
    }

    @Test
    void a_response_of_trailers_only_has_the_status_of_grpc() {
        var client = ClientFixture.established(1);
        client.get(0);
        client.written();
        client.receive(new FrameBytes().headers(1, true, ":status: 200", "grpc-status: 0"));
        assertThat(client.events).containsExactly("responding 0", "responded 0 200 grpc 0");
    }

    /// A call that ends without trailers has no status, as for other clients of gRPC.
    @Test
    void fields_that_do_not_end_a_response_have_no_status_of_grpc() {
        var client = ClientFixture.established(1);
        client.get(0);
        client.written();
        client.receive(
                new FrameBytes()
                        .headers(1, false, ":status: 200", "grpc-status: 0")
                        .data(1, true, 5));
        assertThat(client.events).containsExactly("responding 0", "content 0 5", "responded 0 200");
    }

    @Test
    void the_length_of_a_response_to_head_says_nothing_about_its_content() {
        var client = ClientFixture.established(1);
        client.open(0, POST, 0, true);
        client.written();
        client.receive(new FrameBytes().headers(1, true, ":status: 200", "content-length: 7"));
        assertThat(client.events).containsExactly("responding 0", "responded 0 200");
    }

    @Test
    void a_header_block_in_several_frames_is_one() {
        var client = ClientFixture.established(1);
        client.get(0);
        client.written();
        var block = FrameBytes.block(":status: 200", "a: b");
        client.receive(
                new FrameBytes()
                        .frame(FrameType.HEADERS, FrameType.END_STREAM, 1, block[0])
                        .frame(FrameType.CONTINUATION, 0, 1, new byte[0])
                        .frame(
                                FrameType.CONTINUATION,
                                FrameType.END_HEADERS,
                                1,
                                Arrays.copyOfRange(block, 1, block.length)));
        assertThat(client.events).containsExactly("responding 0", "responded 0 200");
    }

    @Test
    void padding_is_no_content() {
        var client = ClientFixture.established(1);
        client.get(0);
        client.written();
        client.receive(
                new FrameBytes()
                        .frame(
                                FrameType.HEADERS,
                                FrameType.END_HEADERS
                                        | FrameType.PADDED
                                        | FrameType.PRIORITY_FIELDS,
                                1,
                                2, // padding
                                0,
                                0,
                                0,
                                0,
                                16, // priority
                                0x88, // :status: 200
                                0,
                                0)
                        .frame(FrameType.DATA, FrameType.PADDED, 1, 3, 'a', 'b', 0, 0, 0)
                        .frame(FrameType.DATA, FrameType.PADDED | FrameType.END_STREAM, 1, 0));
        assertThat(client.events).containsExactly("responding 0", "content 0 2", "responded 0 200");
    }

    /// All of the above in one stream of bytes that comes byte by byte.
    @Test
    void frames_may_come_in_any_pieces() {
        var whole = ClientFixture.established(2);
        var pieces = ClientFixture.established(2);
        var frames =
                new FrameBytes()
                        .ping(0)
                        .headers(1, false, ":status: 200", "content-length: 3")
                        .frame(0xfe, 0, 0, 1, 2, 3)
                        .data(1, false, 3)
                        .headers(3, false, ":status: 100")
                        .windowUpdate(0, 5)
                        .ok(3)
                        .headers(1, true, "grpc-status: 0")
                        .goAway(3, ErrorCode.NO_ERROR)
                        .bytes();
        for (var client : List.of(whole, pieces)) {
            client.get(0);
            client.get(1);
            client.written();
        }
        whole.receive(frames);
        for (byte one : frames) {
            pieces.receive(new byte[] {one});
        }
        var joined = new ArrayList<>(pieces.events);
        joined.removeIf(event -> event.startsWith("content"));
        whole.events.removeIf(event -> event.startsWith("content"));
        assertThat(joined).isEqualTo(whole.events).contains("goingAway NO_ERROR");
        assertThat(pieces.written()).isEqualTo(whole.written()).containsExactly("PING ack");
    }

    // Ends of streams.

    @Test
    void a_stream_that_is_given_up_is_reset_and_its_late_frames_are_ignored() {
        var client = ClientFixture.established(1);
        client.get(0);
        client.written();
        client.connection.reset(0, ErrorCode.CANCEL);
        assertThat(client.written()).containsExactly("RST_STREAM 1 CANCEL");
        client.receive(new FrameBytes().headers(1, false, ":status: 200").data(1, true, 5));
        assertThat(client.events).isEmpty();
    }

    @Test
    void a_request_that_was_not_sent_is_given_up_without_a_frame() {
        var client = ClientFixture.established(2);
        client.get(0);
        client.get(1);
        client.connection.reset(0, ErrorCode.CANCEL);
        assertThat(client.written()).containsExactly("HEADERS 1 1 end");
        client.receive(new FrameBytes().ok(1));
        assertThat(client.events).endsWith("responded 1 200");
    }

    @Test
    void a_response_before_the_end_of_the_request_ends_both() {
        var client = ClientFixture.established(1, SettingId.INITIAL_WINDOW_SIZE, 10);
        client.open(0, POST, 20);
        client.written();
        client.receive(new FrameBytes().ok(1));
        assertThat(client.events).containsExactly("responding 0", "responded 0 200 early");
        assertThat(client.written()).containsExactly("RST_STREAM 1 CANCEL");
    }

    @Test
    void a_reset_of_the_peer_has_its_reason() {
        var client = ClientFixture.established(2);
        client.get(0);
        client.get(1);
        client.written();
        client.receive(
                new FrameBytes()
                        .reset(1, ErrorCode.INTERNAL_ERROR)
                        .reset(3, ErrorCode.REFUSED_STREAM));
        assertThat(client.events).containsExactly("reset 0 INTERNAL_ERROR", "refused 1");
    }

    @Test
    void streams_above_the_last_one_of_goaway_are_refused_and_others_go_on() {
        var client = ClientFixture.established(4);
        client.get(0);
        client.get(1);
        client.written();
        client.get(2); // not sent yet
        client.receive(new FrameBytes().goAway(1, ErrorCode.NO_ERROR));
        assertThat(client.events).containsExactly("goingAway NO_ERROR", "refused 1", "refused 2");
        assertThat(client.connection.hasRoom()).isFalse();
        client.receive(new FrameBytes().ok(3)); // late, and ignored
        client.receive(new FrameBytes().ok(1));
        assertThat(client.events)
                .containsExactly(
                        "goingAway NO_ERROR",
                        "refused 1",
                        "refused 2",
                        "responding 0",
                        "responded 0 200");
        assertThat(client.written()).isEmpty();
    }

    /// A server announces its end with the highest id first, and names the last stream later.
    @Test
    void a_second_goaway_may_lower_the_last_stream() {
        var client = ClientFixture.established(2);
        client.get(0);
        client.get(1);
        client.written();
        client.receive(new FrameBytes().goAway(Integer.MAX_VALUE, ErrorCode.NO_ERROR));
        assertThat(client.events).containsExactly("goingAway NO_ERROR");
        client.receive(new FrameBytes().goAway(1, ErrorCode.NO_ERROR));
        assertThat(client.events).endsWith("refused 1");
    }

    @Test
    void a_goaway_has_the_words_of_the_server_up_to_a_limit() {
        var client = ClientFixture.established(1);
        client.receive(
                new FrameBytes()
                        .goAway(1, ErrorCode.NO_ERROR, "max_age")
                        .goAway(1, ErrorCode.ENHANCE_YOUR_CALM, "x".repeat(513)));
        assertThat(client.events)
                .containsExactly(
                        "goingAway NO_ERROR max_age",
                        "goingAway ENHANCE_YOUR_CALM " + "x".repeat(512));
    }

    /// They were on their way when the streams ended: one by its response, one by GOAWAY.
    @Test
    void windows_and_resets_of_streams_that_have_ended_change_nothing() {
        var client = ClientFixture.established(2);
        client.get(0);
        client.get(1);
        client.written();
        client.receive(new FrameBytes().goAway(1, ErrorCode.NO_ERROR).ok(1));
        int events = client.events.size();
        client.receive(
                new FrameBytes()
                        .windowUpdate(1, 1)
                        .reset(1, ErrorCode.NO_ERROR)
                        .windowUpdate(3, 0)
                        .reset(3, ErrorCode.REFUSED_STREAM)
                        .data(3, true, 5));
        assertThat(client.events).hasSize(events);
        assertThat(client.written()).isEmpty();
    }

    /// A server that is behind sends each response after its request was given up, and then serves
    /// the next in time.
    @Test
    void responses_that_all_come_late_are_no_fault_of_the_server() {
        var client = ClientFixture.established(1);
        int late = IdleFrames.LIMIT / 2;
        for (int i = 0; i < late; i++) {
            client.get(0);
            client.written();
            client.connection.reset(0, ErrorCode.CANCEL);
            client.receive(
                    new FrameBytes()
                            .headers(2 * i + 1, false, ":status: 200")
                            .data(2 * i + 1, false, 1)
                            .headers(2 * i + 1, true, "a: b")
                            .reset(2 * i + 1, ErrorCode.NO_ERROR));
        }
        assertThat(client.events).isEmpty();
        client.get(0);
        client.written();
        client.receive(new FrameBytes().ok(2 * late + 1));
        assertThat(client.events).containsExactly("responding 0", "responded 0 200");
    }

    /// A status of 201 enters the table with the late response, and the next one is its index.
    @Test
    void late_fields_of_a_stream_that_was_given_up_enter_the_table() {
        var client = ClientFixture.established(2);
        client.get(0);
        client.get(1);
        client.written();
        client.connection.reset(0, ErrorCode.CANCEL);
        int ends = FrameType.END_HEADERS | FrameType.END_STREAM;
        client.receive(
                new FrameBytes()
                        .frame(FrameType.HEADERS, ends, 1, 0x48, 3, '2', '0', '1')
                        .frame(FrameType.HEADERS, ends, 3, 0xbe));
        assertThat(client.events).containsExactly("responding 1", "responded 1 201");
    }

    @Test
    void nothing_is_read_after_a_close() {
        var client = ClientFixture.established(1);
        client.get(0);
        client.written();
        client.connection.close();
        var in = ByteBuffer.wrap(new FrameBytes().ok(1).bytes());
        client.connection.receive(in);
        assertThat(client.events).isEmpty();
        assertThat(in.hasRemaining()).isFalse();
    }
}
