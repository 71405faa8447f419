package dev.loombench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;

/// The rounds of a test with random input: a fixed number of them from a fixed seed, or those of
/// `fuzz.seconds` from `fuzz.seed`.
public final class FuzzRounds {
    /// Spreads consecutive seeds, whose first random numbers are otherwise alike.
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private FuzzRounds() {}

    /// Runs each round with random numbers of its own. A failure names its seed, with which
    /// `-Dfuzz.seed` begins.
    ///
    /// @param rounds the least number of them
    public static void run(int rounds, Consumer<Random> round) {
        long first = Long.getLong("fuzz.seed", 1);
        long seconds = Long.getLong("fuzz.seconds", 0);
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        for (long i = 0; i < rounds || (seconds > 0 && System.nanoTime() - end < 0); i++) {
            long seed = first + i;
            try {
                round.accept(new Random(seed * SPREAD));
            } catch (RuntimeException | Error e) {
                throw new AssertionError("the round of seed " + seed, e);
            }
        }
    }

    /// Some bytes changed, removed or repeated.
    public static byte[] damaged(byte[] good, Random random) {
        var bytes = good.clone();
        for (int n = 1 + random.nextInt(4); n > 0 && bytes.length > 1; n--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                case 3 -> bytes = spliced(bytes, at, random.nextInt(20));
                default -> bytes[at] = (byte) random.nextInt(10);
            }
        }
        return bytes;
    }

    /// What is read of all bytes, which is the same in pieces of one byte and of random lengths.
    ///
    /// @param read from the lengths of the pieces
    public static <T> T inPieces(byte[] bytes, Random random, Function<IntSupplier, T> read) {
        var whole = read.apply(() -> bytes.length);
        assertThat(read.apply(() -> 1)).isEqualTo(whole);
        assertThat(read.apply(() -> 1 + random.nextInt(30))).isEqualTo(whole);
        return whole;
    }

    /// The bytes with a part of them twice.
    private static byte[] spliced(byte[] bytes, int at, int length) {
        int end = Math.min(bytes.length, at + length);
        var longer = Arrays.copyOf(bytes, bytes.length + end - at);
        System.arraycopy(bytes, at, longer, end, bytes.length - at);
        return longer;
    }
}
