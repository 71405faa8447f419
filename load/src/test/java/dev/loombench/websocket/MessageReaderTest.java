package dev.loombench.websocket;

import static dev.loombench.websocket.WebSocketFrames.FIN;
import static dev.loombench.websocket.WebSocketFrames.bytes;
import static dev.loombench.websocket.WebSocketFrames.close;
import static dev.loombench.websocket.WebSocketFrames.frame;
import static dev.loombench.websocket.WebSocketFrames.joined;
import static dev.loombench.websocket.WebSocketFrames.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.websocket.MessageReader.Event;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Frames of RFC 6455: those of its examples, the categories of the Autobahn test suite, and
/// hostile ones.
class MessageReaderTest {
    private static final long LIMIT = 1 << 20;

    private static MessageReader client() {
        return new MessageReader(false, LIMIT);
    }

    /// All events of the bytes in pieces of a size.
    private static List<Event> events(MessageReader reader, byte[] bytes, int piece) {
        var events = new ArrayList<Event>();
        for (int from = 0; from < bytes.length; from += piece) {
            var in = ByteBuffer.wrap(bytes, from, Math.min(piece, bytes.length - from));
            while (in.hasRemaining()) {
                var event = reader.read(in);
                if (event != Event.NONE) {
                    events.add(event);
                }
                if (event == Event.FAULT || event == Event.CLOSE) {
                    return events;
                }
            }
        }
        return events;
    }

    /// The events, which must not depend on the pieces.
    private static List<Event> events(byte[] bytes) {
        var whole = events(client(), bytes, bytes.length);
        for (int piece : new int[] {1, 2, 3, 7}) {
            assertThat(events(client(), bytes, piece)).as("pieces of %d", piece).isEqualTo(whole);
        }
        return whole;
    }

    private static Fault fault(byte[] bytes) {
        var reader = client();
        assertThat(events(bytes)).endsWith(Event.FAULT);
        events(reader, bytes, bytes.length);
        var fault = reader.fault();
        assertThat(fault).isNotNull();
        return Objects.requireNonNull(fault);
    }

    // RFC 6455, section 5.7.

    @Test
    void the_examples_of_the_standard() {
        assertThat(events(bytes(0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f)))
                .containsExactly(Event.MESSAGE);
        var fragments = bytes(0x01, 0x03, 0x48, 0x65, 0x6c, 0x80, 0x02, 0x6c, 0x6f);
        assertThat(events(fragments)).containsExactly(Event.MESSAGE);
        var ping = bytes(0x89, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f);
        assertThat(events(ping)).containsExactly(Event.PING);
        var reader = client();
        assertThat(events(reader, fragments, 1)).containsExactly(Event.MESSAGE);
        assertThat(reader.messageLength()).isEqualTo(5);
        assertThat(reader.isText()).isTrue();
        events(reader, ping, 7);
        assertThat(reader.controlLength()).isEqualTo(5);
        assertThat((char) reader.control(4)).isEqualTo('o');
    }

    @Test
    void the_masked_examples_of_the_standard() {
        var text = bytes(0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58);
        var server = new MessageReader(true, LIMIT);
        assertThat(events(server, text, 3)).containsExactly(Event.MESSAGE);
        assertThat(server.messageLength()).isEqualTo(5);
        var pong = bytes(0x8a, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58);
        assertThat(events(server, pong, 1)).containsExactly(Event.PONG);
        assertThat((char) server.control(0)).isEqualTo('H');
        assertThat((char) server.control(4)).isEqualTo('o');
    }

    // Messages of all lengths, as in category 1.

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 127, 128, 65_535, 65_536, 65_537, 1 << 20})
    void a_message_may_have_any_length_up_to_the_limit(int length) {
        for (var opcode : new Opcode[] {Opcode.TEXT, Opcode.BINARY}) {
            var reader = client();
            var message = frame(FIN | opcode.bits, "*".repeat(length).getBytes(UTF_8));
            assertThat(events(reader, message, 997)).containsExactly(Event.MESSAGE);
            assertThat(reader.messageLength()).isEqualTo(length);
            assertThat(reader.isText()).isEqualTo(opcode == Opcode.TEXT);
        }
    }

    // Pings and pongs, as in category 2.

    @Test
    void control_frames_have_payloads_of_up_to_125_bytes() {
        for (int length : new int[] {0, 1, 125}) {
            assertThat(events(frame(FIN | Opcode.PING.bits, new byte[length])))
                    .containsExactly(Event.PING);
            assertThat(events(frame(FIN | Opcode.PONG.bits, new byte[length])))
                    .containsExactly(Event.PONG);
        }
        assertThat(fault(frame(FIN | Opcode.PING.bits, new byte[126])))
                .isEqualTo(Fault.LONG_CONTROL);
    }

    @Test
    void ten_pings_are_ten_events() {
        var ping = frame(FIN | Opcode.PING.bits, "payload".getBytes(UTF_8));
        assertThat(events(joined(ping, ping, ping, ping, ping, ping, ping, ping, ping, ping)))
                .hasSize(10)
                .containsOnly(Event.PING);
    }

    // Reserved bits and opcodes, as in categories 3 and 4.

    @ParameterizedTest
    @ValueSource(ints = {0x40, 0x20, 0x10, 0x70, 0x50})
    void reserved_bits_are_refused(int bits) {
        for (var opcode : Opcode.values()) {
            var before = text("good");
            assertThat(fault(joined(before, frame(FIN | bits | opcode.bits, new byte[0]))))
                    .isEqualTo(Fault.RESERVED_BITS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6, 7, 11, 12, 13, 14, 15})
    void reserved_opcodes_are_refused(int opcode) {
        assertThat(fault(frame(FIN | opcode, new byte[3]))).isEqualTo(Fault.RESERVED_OPCODE);
        assertThat(fault(joined(text("good"), frame(FIN | opcode, new byte[0]))))
                .isEqualTo(Fault.RESERVED_OPCODE);
    }

    // Fragments, as in category 5.

    @Test
    void control_frames_come_within_a_fragmented_message() {
        var ping = frame(FIN | Opcode.PING.bits, "x".getBytes(UTF_8));
        var begin = frame(Opcode.TEXT.bits, "frag".getBytes(UTF_8));
        var end = frame(FIN, "ment".getBytes(UTF_8));
        assertThat(events(joined(begin, ping, end))).containsExactly(Event.PING, Event.MESSAGE);
        var reader = client();
        events(reader, joined(begin, ping, end), 4);
        assertThat(reader.messageLength()).isEqualTo(8);
        assertThat(reader.isText()).isTrue();
    }

    @ParameterizedTest
    @MethodSource
    void fragments_out_of_order_are_refused(byte[] frames, Fault fault) {
        assertThat(fault(frames)).isEqualTo(fault);
    }

    static Stream<Arguments> fragments_out_of_order_are_refused() {
        var begin = frame(Opcode.TEXT.bits, "frag".getBytes(UTF_8));
        var continued = frame(0, "ment".getBytes(UTF_8));
        var end = frame(FIN, "ment".getBytes(UTF_8));
        return Stream.of(
                Arguments.of(frame(Opcode.PING.bits, new byte[1]), Fault.FRAGMENTED_CONTROL),
                Arguments.of(frame(Opcode.PONG.bits, new byte[1]), Fault.FRAGMENTED_CONTROL),
                Arguments.of(frame(Opcode.CLOSE.bits, new byte[0]), Fault.FRAGMENTED_CONTROL),
                Arguments.of(end, Fault.NO_MESSAGE),
                Arguments.of(continued, Fault.NO_MESSAGE),
                Arguments.of(joined(begin, end, end), Fault.NO_MESSAGE),
                Arguments.of(joined(begin, text("new")), Fault.WITHIN_MESSAGE),
                Arguments.of(joined(begin, continued, begin), Fault.WITHIN_MESSAGE),
                Arguments.of(
                        joined(begin, frame(FIN | Opcode.BINARY.bits, new byte[1])),
                        Fault.WITHIN_MESSAGE));
    }

    @Test
    void a_message_in_a_thousand_fragments_has_the_length_of_all() {
        var parts = new byte[1_000][];
        parts[0] = frame(Opcode.BINARY.bits, new byte[3]);
        for (int i = 1; i < 1_000; i++) {
            parts[i] = frame(i == 999 ? FIN : 0, new byte[i % 2]);
        }
        var reader = client();
        assertThat(events(reader, joined(parts), 64)).containsExactly(Event.MESSAGE);
        assertThat(reader.messageLength()).isEqualTo(503); // 3, and 500 of odd numbers
    }

    // Text, as in categories 6 and 7.5.

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00", // null
                "48c3b6", // ö
                "cebae1bdb9cf83cebcceb5", // Greek
                "c280", // the first of two bytes
                "dfbf", // the last
                "e0a080", // the first of three bytes
                "ed9fbf", // before the surrogates
                "ee8080", // after them
                "efbfbf", // a noncharacter
                "f0908080", // the first of four bytes
                "f48fbfbf" // the last
            })
    void valid_text_is_accepted_also_across_fragments(String hex) {
        var payload = HexFormat.of().parseHex(hex);
        assertThat(events(frame(FIN | Opcode.TEXT.bits, payload))).containsExactly(Event.MESSAGE);
        var parts = new byte[payload.length + 1][];
        for (int i = 0; i < payload.length; i++) {
            parts[i] =
                    frame(i == 0 ? Opcode.TEXT.bits : 0, new byte[] {payload[i]}); // byte by byte
        }
        parts[payload.length] = frame(FIN, new byte[0]);
        assertThat(events(joined(parts))).containsExactly(Event.MESSAGE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80", // a continuation alone
                "bf",
                "c080", // overlong forms
                "c1bf",
                "e08080",
                "e09fbf",
                "f0808080",
                "f08fbfbf",
                "eda080", // surrogates
                "edbfbf",
                "f4908080", // above U+10FFFF
                "f5808080",
                "f880808080",
                "fe",
                "ff",
                "c3", // cut off
                "e282",
                "f09f98",
                "c328", // a wrong second byte
                "e28228",
                "f0288cbc",
                "cebae1bdb9cf83cebcceb5eda080656469746564" // the text of the standard's test suite
            })
    void invalid_text_is_refused(String hex) {
        assertThat(fault(frame(FIN | Opcode.TEXT.bits, HexFormat.of().parseHex(hex))))
                .isEqualTo(Fault.TEXT);
        assertThat(events(frame(FIN | Opcode.BINARY.bits, HexFormat.of().parseHex(hex))))
                .containsExactly(Event.MESSAGE);
    }

    /// The first wrong byte is enough: the rest of the frame has not come.
    @Test
    void invalid_text_is_refused_at_once() {
        var reader = client();
        var begun = joined(bytes(FIN | Opcode.TEXT.bits, 100), bytes(0x61, 0xff));
        assertThat(events(reader, begun, begun.length)).containsExactly(Event.FAULT);
        assertThat(reader.fault()).isEqualTo(Fault.TEXT);
    }

    // Close frames, as in category 7.

    @ParameterizedTest
    @ValueSource(
            ints = {
                1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999,
                4000, 4999
            })
    void a_close_code_may_be_registered_or_free(int code) {
        var reader = client();
        assertThat(events(reader, close(code, "why"), 2)).containsExactly(Event.CLOSE);
        assertThat(reader.closeCode()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535})
    void other_close_codes_are_refused(int code) {
        assertThat(fault(close(code, ""))).isEqualTo(Fault.CLOSE_CODE);
    }

    @Test
    void a_close_frame_has_no_payload_or_a_code_and_a_text() {
        var reader = client();
        assertThat(events(reader, frame(FIN | Opcode.CLOSE.bits, new byte[0]), 2))
                .containsExactly(Event.CLOSE);
        assertThat(reader.closeCode()).isEqualTo(CloseCode.NONE);
        assertThat(events(close(1000, "x".repeat(123)))).containsExactly(Event.CLOSE);
        assertThat(fault(close(1000, "x".repeat(124)))).isEqualTo(Fault.LONG_CONTROL);
        assertThat(fault(frame(FIN | Opcode.CLOSE.bits, new byte[1])))
                .isEqualTo(Fault.CLOSE_PAYLOAD);
        assertThat(fault(frame(FIN | Opcode.CLOSE.bits, bytes(0x03, 0xe8, 0xff))))
                .isEqualTo(Fault.TEXT);
        assertThat(fault(frame(FIN | Opcode.CLOSE.bits, bytes(0x03, 0xe8, 0xc3))))
                .isEqualTo(Fault.TEXT);
    }

    @Test
    void nothing_follows_a_close_frame() {
        var reader = client();
        var in = ByteBuffer.wrap(joined(close(1000, ""), text("late")));
        assertThat(reader.read(in)).isEqualTo(Event.CLOSE);
        int left = in.remaining();
        assertThat(reader.read(in)).isEqualTo(Event.NONE);
        assertThat(in.remaining()).isEqualTo(left);
    }

    // Lengths and masks.

    @ParameterizedTest
    @ValueSource(
            strings = {
                "827e0000", // 0 in 16 bits
                "827e007d", // 125 in 16 bits
                "827f0000000000000000", // 0 in 64 bits
                "827f000000000000ffff", // 65,535 in 64 bits
                "827fffffffffffffffff", // -1
                "827f8000000000000000" // the lowest negative
            })
    void a_length_is_positive_and_in_its_shortest_form(String hex) {
        assertThat(fault(HexFormat.of().parseHex(hex))).isEqualTo(Fault.LENGTH);
    }

    @Test
    void frames_of_a_server_have_no_mask_and_those_of_a_client_do() {
        assertThat(fault(bytes(0x81, 0x80, 0, 0, 0, 0))).isEqualTo(Fault.MASK);
        assertThat(fault(bytes(0x89, 0x80, 0, 0, 0, 0))).isEqualTo(Fault.MASK);
        var server = new MessageReader(true, LIMIT);
        assertThat(events(server, text("plain"), 1)).containsExactly(Event.FAULT);
        assertThat(server.fault()).isEqualTo(Fault.MASK);
    }

    /// The length alone decides, before any byte of the payload.
    @Test
    void a_message_above_the_limit_is_refused_before_it_comes() {
        assertThat(fault(HexFormat.of().parseHex("827f0000000000100001"))).isEqualTo(Fault.TOO_BIG);
        assertThat(fault(HexFormat.of().parseHex("827f7fffffffffffffff"))).isEqualTo(Fault.TOO_BIG);
        var begin = frame(Opcode.BINARY.bits, new byte[1 << 20]);
        assertThat(fault(joined(begin, frame(FIN, new byte[1])))).isEqualTo(Fault.TOO_BIG);
        assertThat(events(joined(begin, frame(FIN, new byte[0])))).containsExactly(Event.MESSAGE);
    }

    @Test
    void each_fault_has_the_close_code_of_the_standard() {
        for (var fault : Fault.values()) {
            int expected =
                    switch (fault) {
                        case TEXT -> 1007;
                        case TOO_BIG -> 1009;
                        case RESERVED_BITS,
                                RESERVED_OPCODE,
                                MASK,
                                FRAGMENTED_CONTROL,
                                LONG_CONTROL,
                                LENGTH,
                                NO_MESSAGE,
                                WITHIN_MESSAGE,
                                CLOSE_PAYLOAD,
                                CLOSE_CODE ->
                                1002;
                    };
            assertThat(fault.closeCode()).isEqualTo(expected);
        }
    }

    @Test
    void a_reader_is_used_again_for_another_connection() {
        var reader = client();
        events(reader, joined(frame(Opcode.TEXT.bits, new byte[] {(byte) 0xc3})), 1);
        reader.reset();
        assertThat(events(reader, text("new"), 1)).containsExactly(Event.MESSAGE);
        events(reader, bytes(0xff), 1);
        assertThat(reader.fault()).isNotNull();
        reader.reset();
        assertThat(reader.fault()).isNull();
        assertThat(events(reader, text("new"), 5)).containsExactly(Event.MESSAGE);
        assertThat(reader.messageLength()).isEqualTo(3);
    }
}
