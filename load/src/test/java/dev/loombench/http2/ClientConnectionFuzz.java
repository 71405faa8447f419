package dev.loombench.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.http.FuzzRounds;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Randomly damaged frames, for `fuzz.seconds`; disabled without it.
///
/// They must cause no exception, have the same meaning however the bytes are split, end each
/// request at most once, and never make the client write without end. Undamaged ones are complete
/// responses.
@EnabledIfSystemProperty(named = "fuzz.seconds", matches = "\\d+")
class ClientConnectionFuzz {
    private static final int SLOTS = 4;
    private static final String ENDS = "(responded|reset|refused|malformed)";

    private final long seed = Long.getLong("fuzz.seed", 1);
    private final Random random = new Random(seed);

    @Test
    void no_frames_are_read_in_two_ways() {
        long seconds = Long.getLong("fuzz.seconds");
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        long sequences = 0;
        for (; System.nanoTime() - end < 0; sequences++) {
            var good = good();
            var events = check(good, sequences);
            assertThat(events.stream().filter(event -> event.startsWith("responded")))
                    .as("sequence %d of seed %d", sequences, seed)
                    .hasSize(SLOTS);
            check(FuzzRounds.damaged(good, random), sequences);
        }
        System.out.printf("%,d sequences in %d s, seed %d%n", sequences, seconds, seed);
        assertThat(sequences).isPositive();
    }

    /// Settings, and a response to each request, with other frames between them.
    private byte[] good() {
        var frames = FrameBytes.begin(SettingId.MAX_CONCURRENT_STREAMS, 100);
        for (int slot = 0; slot < SLOTS; slot++) {
            int stream = 1 + 2 * slot;
            other(frames);
            int length = random.nextInt(50);
            switch (random.nextInt(4)) {
                case 0 -> frames.ok(stream);
                case 1 ->
                        frames.headers(stream, false, ":status: 200", "content-length: " + length)
                                .data(stream, true, length);
                case 2 ->
                        frames.headers(stream, false, ":status: 103")
                                .headers(stream, false, ":status: 404", "server: x")
                                .data(stream, false, length)
                                .data(stream, true, 0);
                default ->
                        frames.headers(stream, false, ":status: 200")
                                .data(stream, false, length)
                                .headers(stream, true, "grpc-status: 0");
            }
        }
        other(frames);
        return frames.bytes();
    }

    private void other(FrameBytes frames) {
        switch (random.nextInt(6)) {
            case 0 -> frames.ping(0);
            case 1 -> frames.windowUpdate(0, 1 + random.nextInt(1000));
            case 2 -> frames.settings(SettingId.INITIAL_WINDOW_SIZE, random.nextInt(100_000));
            case 3 -> frames.frame(0x10 + random.nextInt(100), 0, 0, new byte[random.nextInt(20)]);
            default -> {
                // Nothing between them.
            }
        }
    }

    private List<String> check(byte[] bytes, long number) {
        var whole = client();
        whole.receive(bytes);
        var pieces = client();
        for (int from = 0; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + 1 + random.nextInt(30));
            pieces.receive(Arrays.copyOfRange(bytes, from, to));
            from = to;
        }
        var description = "sequence " + number + " of seed " + seed;
        assertThat(ends(pieces)).as(description).isEqualTo(ends(whole));
        assertThat(pieces.written()).as(description).isEqualTo(whole.written());
        for (int slot = 0; slot < SLOTS; slot++) {
            var suffix = " " + slot;
            long ended =
                    whole.events.stream()
                            .filter(event -> event.matches(ENDS + suffix + "\\b.*"))
                            .count();
            assertThat(ended).as(description).isLessThanOrEqualTo(1);
            assertThat(whole.connection.isActive(slot)).as(description).isEqualTo(ended == 0);
        }
        return whole.events;
    }

    private static List<String> ends(ClientFixture client) {
        return client.events.stream().filter(event -> !event.startsWith("content")).toList();
    }

    /// All requests are opened at once, so that the settings in `bytes` are the second ones.
    private static ClientFixture client() {
        var client = new ClientFixture(SLOTS);
        client.receive(FrameBytes.begin());
        for (int slot = 0; slot < SLOTS; slot++) {
            client.get(slot);
        }
        client.written();
        return client;
    }
}
