package dev.loombench.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.http.FuzzRounds;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/// Randomly damaged streams of events: they cause no exception, and have the same events however
/// the bytes are split. An undamaged one has all of its events.
class EventReaderFuzzTest {
    private static final int ROUNDS = 5_000;
    private static final String[] ENDS = {"\n", "\r", "\r\n"};

    /// The shortest event: a field without a value, and two ends of lines.
    private static final int SHORTEST = "data\n\n".length();

    @Test
    void no_stream_is_read_in_two_ways() {
        FuzzRounds.run(
                ROUNDS,
                random -> {
                    int events = random.nextInt(8);
                    var good = stream(events, random).getBytes(UTF_8);
                    assertThat(events(good, random)).isEqualTo(events);
                    var bytes = FuzzRounds.damaged(good, random);
                    assertThat(events(bytes, random) * SHORTEST).isLessThanOrEqualTo(bytes.length);
                });
    }

    /// All lines end in the same way: a line feed after a carriage return ends no other line.
    private static String stream(int events, Random random) {
        var text = new StringBuilder(random.nextBoolean() ? "\uFEFF" : "");
        for (int i = 0; i < events; i++) {
            for (int fields = random.nextInt(4); fields > 0; fields--) {
                text.append(field(random)).append('\n');
            }
            text.append("data: ").append("é".repeat(random.nextInt(20))).append("\n\n");
        }
        return text.toString().replace("\n", ENDS[random.nextInt(ENDS.length)]);
    }

    private static String field(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> ": comment";
            case 1 -> "id: " + random.nextInt();
            case 2 -> "retry: " + random.nextLong();
            case 3 -> "event: tick";
            case 4 -> "data";
            default -> "unknown:" + random.nextInt();
        };
    }

    private static int events(byte[] bytes, Random random) {
        return FuzzRounds.inPieces(bytes, random, piece -> events(bytes, piece));
    }

    private static int events(byte[] bytes, IntSupplier piece) {
        var reader = new EventReader();
        int events = 0;
        int from = 0;
        while (from < bytes.length) {
            int count = Math.min(piece.getAsInt(), bytes.length - from);
            events += reader.read(ByteBuffer.wrap(bytes, from, count));
            from += count;
        }
        return events;
    }
}
