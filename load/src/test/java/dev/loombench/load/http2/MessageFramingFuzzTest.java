package dev.loombench.load.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.http.FuzzRounds;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/// Randomly damaged messages of gRPC: they cause no exception, and are the same messages however
/// the bytes are split. Undamaged ones are complete.
class MessageFramingFuzzTest {
    private static final int ROUNDS = 5_000;
    private static final int PREFIX = 5;

    private record Outcome(int messages, boolean isBetweenMessages, boolean isCompressed) {}

    @Test
    void no_messages_are_read_in_two_ways() {
        FuzzRounds.run(
                ROUNDS,
                random -> {
                    int messages = random.nextInt(6);
                    var good = messages(messages, random);
                    assertThat(outcome(good, random)).isEqualTo(new Outcome(messages, true, false));
                    var bytes = FuzzRounds.damaged(good, random);
                    assertThat(outcome(bytes, random).messages() * PREFIX)
                            .isLessThanOrEqualTo(bytes.length);
                });
    }

    private static byte[] messages(int count, Random random) {
        var bytes = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            var message = new byte[random.nextInt(300)];
            random.nextBytes(message);
            bytes.writeBytes(
                    ByteBuffer.allocate(PREFIX).put((byte) 0).putInt(message.length).array());
            bytes.writeBytes(message);
        }
        return bytes.toByteArray();
    }

    private static Outcome outcome(byte[] bytes, Random random) {
        return FuzzRounds.inPieces(bytes, random, piece -> outcome(bytes, piece));
    }

    private static Outcome outcome(byte[] bytes, IntSupplier piece) {
        var framing = new MessageFraming();
        int from = 0;
        while (from < bytes.length) {
            int count = Math.min(piece.getAsInt(), bytes.length - from);
            var in = ByteBuffer.wrap(bytes, from, count);
            framing.read(in);
            assertThat(in.position()).isEqualTo(from);
            from += count;
        }
        return new Outcome(framing.messages(), framing.isBetweenMessages(), framing.isCompressed());
    }
}
