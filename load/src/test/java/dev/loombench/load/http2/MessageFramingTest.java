package dev.loombench.load.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageFramingTest {
    private final MessageFraming framing = new MessageFraming();

    /// Messages of 0, 3, 300 and 70,000 bytes.
    private static byte[] four() {
        var bytes = new ByteArrayOutputStream();
        for (int length : new int[] {0, 3, 300, 70_000}) {
            bytes.writeBytes(ByteBuffer.allocate(5 + length).put((byte) 0).putInt(length).array());
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 7, 1_000, 100_000})
    void messages_are_counted_in_any_pieces(int piece) {
        var bytes = four();
        for (int from = 0; from < bytes.length; from += piece) {
            framing.read(ByteBuffer.wrap(bytes, from, Math.min(piece, bytes.length - from)));
        }
        assertThat(framing.messages()).isEqualTo(4);
        assertThat(framing.isBetweenMessages()).isTrue();
    }

    @Test
    void the_end_within_a_message_is_seen() {
        framing.read(ByteBuffer.wrap(four(), 0, 11)); // of the second one only a byte
        assertThat(framing.messages()).isEqualTo(1);
        assertThat(framing.isBetweenMessages()).isFalse();
    }

    /// A length is unsigned: 2^32 - 1 bytes.
    @Test
    void a_length_without_bound_ends_nothing() {
        framing.read(ByteBuffer.wrap(new byte[] {0, -1, -1, -1, -1, 1, 2, 3}));
        assertThat(framing.messages()).isZero();
        assertThat(framing.isBetweenMessages()).isFalse();
    }

    /// The second of two messages of a byte.
    @Test
    void a_compressed_message_is_seen() {
        framing.read(ByteBuffer.wrap(new byte[] {0, 0, 0, 0, 1, 7}));
        assertThat(framing.isCompressed()).isFalse();
        framing.read(ByteBuffer.wrap(new byte[] {1}));
        assertThat(framing.isCompressed()).isTrue();
        framing.read(ByteBuffer.wrap(new byte[] {0, 0, 0, 1, 7}));
        assertThat(framing.isCompressed()).isTrue();
        assertThat(framing.messages()).isEqualTo(2);
        framing.reset();
        assertThat(framing.isCompressed()).isFalse();
    }

    @Test
    void the_next_response_begins_anew() {
        framing.read(ByteBuffer.wrap(four(), 0, 3));
        framing.reset();
        framing.read(ByteBuffer.wrap(four(), 0, 5));
        assertThat(framing.messages()).isEqualTo(1);
    }

    @Test
    void a_piece_is_not_moved() {
        var piece = ByteBuffer.wrap(four());
        framing.read(piece);
        assertThat(piece.position()).isZero();
    }
}
