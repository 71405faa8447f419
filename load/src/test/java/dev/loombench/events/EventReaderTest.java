package dev.loombench.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The rules of the HTML standard for event streams, with its examples.
class EventReaderTest {
    private static int read(EventReader reader, String stream) {
        return reader.read(ByteBuffer.wrap(stream.getBytes(UTF_8)));
    }

    /// The number of events, which must not depend on the pieces.
    private static int events(String stream) {
        int whole = read(new EventReader(), stream);
        var reader = new EventReader();
        int byByte = 0;
        for (byte b : stream.getBytes(UTF_8)) {
            byByte += reader.read(ByteBuffer.wrap(new byte[] {b}));
        }
        assertThat(byByte).isEqualTo(whole);
        return whole;
    }

    /// The header of gzip; the second byte alone, or another after the first, is none.
    @Test
    void a_compressed_stream_has_a_fault_and_no_events() {
        var reader = new EventReader();
        assertThat(reader.read(bytes(0x1F, 0x08, 0x8B, '\n'))).isZero();
        assertThat(reader.fault()).isEmpty();
        assertThat(reader.read(bytes(0x1F))).isZero();
        assertThat(reader.fault()).isEmpty();
        assertThat(reader.read(bytes(0x8B, 8, '\n', '\n'))).isZero();
        assertThat(reader.fault()).isNotEmpty();
        assertThat(read(reader, "data: a\n\n")).isZero();
        reader.reset();
        assertThat(reader.fault()).isEmpty();
        assertThat(read(reader, "data: a\n\n")).isEqualTo(1);
    }

    private static ByteBuffer bytes(int... octets) {
        var buffer = ByteBuffer.allocate(octets.length);
        for (int octet : octets) {
            buffer.put((byte) octet);
        }
        return buffer.flip();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n"})
    void lines_end_in_each_of_three_ways(String end) {
        var stream = "data: YHOO\ndata: +2\ndata: 10\n\ndata: b\n\n".replace("\n", end);
        assertThat(events(stream)).isEqualTo(2);
    }

    @Test
    void ends_of_lines_may_be_mixed() {
        assertThat(events("data: a\r\n\ndata: b\r\rdata: c\n\r\n")).isEqualTo(3);
    }

    /// A comment; two fields; an id without a value; data with a space.
    @Test
    void the_second_example_of_the_standard_has_three_events() {
        var stream =
                """
                : test stream

                data: first event
                id: 1

                data:second event
                id

                data:  third event

                """;
        assertThat(events(stream)).isEqualTo(3);
    }

    /// The third example: two events without a text, and one that is not ended.
    @Test
    void an_event_has_data_also_where_it_is_empty() {
        assertThat(events("data\n\ndata\ndata\n\ndata:")).isEqualTo(2);
        assertThat(events("data:\n\n")).isEqualTo(1);
    }

    @Test
    void the_last_example_has_two_equal_events() {
        assertThat(events("data:test\n\ndata: test\n\n")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n\n\n",
                ": comment\n\n",
                ":\n\n",
                "event: tick\n\n",
                "id: 1\n\n",
                "retry: 1\n\n",
                "unknown: 1\n\n",
                "id: data: a\n\n",
                "Data: a\n\n", // the case counts
                " data: a\n\n",
                "data : a\n\n",
                "datas: a\n\n",
                "dat: a\n\n",
                "data: a", // no end of the event
                "data: a\n"
            })
    void without_data_or_an_end_there_is_no_event(String stream) {
        assertThat(events(stream)).isZero();
    }

    @Test
    void a_name_with_a_null_byte_in_front_is_another_field() {
        assertThat(events("\u0000data: a\n\n")).isZero();
    }

    @Test
    void a_byte_order_mark_is_skipped_at_the_beginning_only() {
        assertThat(events("\uFEFFdata: a\n\n")).isEqualTo(1);
        assertThat(events("\uFEFF\uFEFFdata: a\n\n")).isZero();
        assertThat(events("data: a\n\n\uFEFFdata: b\n\n")).isEqualTo(1);
    }

    @Test
    void the_beginning_of_a_byte_order_mark_is_none() {
        var reader = new EventReader();
        var cut = new byte[] {(byte) 0xEF, (byte) 0xBB, '\n', 'd', 'a', 't', 'a', '\n', '\n'};
        assertThat(reader.read(ByteBuffer.wrap(cut))).isEqualTo(1);
    }

    @Test
    void a_reader_is_used_again_for_another_stream() {
        var reader = new EventReader();
        assertThat(read(reader, "data: begun\r")).isZero();
        reader.reset();
        assertThat(read(reader, "\n\uFEFFdata: a\n\n")).isZero(); // a mark after the first line
        reader.reset();
        assertThat(read(reader, "\uFEFFdata: a\n\n")).isEqualTo(1);
    }
}
