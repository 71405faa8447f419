package dev.loombench.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.stats.Descriptive;
import java.util.HashSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RandomStreamTest {
    private static final long SEED = 42;

    @Test
    void seeds_of_all_streams_blocks_and_indices_differ() {
        var seeds = new HashSet<Long>();
        int blocks = 20;
        int indices = 500;
        for (int block = 0; block < blocks; block++) {
            long ofBlock = RandomStream.BLOCK.seed(SEED, block);
            for (var stream : RandomStream.values()) {
                for (int i = 0; i < indices; i++) {
                    seeds.add(stream.seed(ofBlock, i));
                }
            }
        }
        assertThat(seeds).hasSize(blocks * indices * RandomStream.values().length);
    }

    /// Sums of seed and index, as in `seed + block + user`, repeat a stream in the next block.
    @Test
    void user_i_of_a_block_is_not_user_i_plus_1_of_the_block_before() {
        for (int user = 0; user < 100; user++) {
            for (int shift = -3; shift <= 3; shift++) {
                assertThat(thinkTimes(2, user)).isNotEqualTo(thinkTimes(1, user + 3 + shift));
            }
        }
    }

    private static double[] thinkTimes(int block, int user) {
        var random = RandomStream.THINK_TIMES.random(RandomStream.BLOCK.seed(SEED, block), user);
        return random.doubles(5).toArray();
    }

    /// The correlation of n independent pairs has a standard deviation of `1 / sqrt(n)`; of 400
    /// correlations, one beyond 4.5 has a probability of 0.3 %, and the seed is fixed.
    @Test
    void neighbouring_streams_are_uncorrelated() {
        int n = 4_000;
        for (int i = 0; i < 200; i++) {
            assertThat(correlation(first(i, n), first(i + 1, n)) * Math.sqrt(n))
                    .isBetween(-4.5, 4.5);
            assertThat(correlation(ofBlock(i, n), ofBlock(i + 1, n)) * Math.sqrt(n))
                    .isBetween(-4.5, 4.5);
        }
    }

    private static double[] first(int index, int n) {
        return RandomStream.ARRIVALS.random(SEED, index).doubles(n).toArray();
    }

    /// The first value of each of n users.
    private static double[] ofBlock(int block, int n) {
        long seed = RandomStream.BLOCK.seed(SEED, block);
        return IntStream.range(0, n)
                .mapToDouble(user -> RandomStream.THINK_TIMES.random(seed, user).nextDouble())
                .toArray();
    }

    private static double correlation(double[] x, double[] y) {
        double meanX = Descriptive.mean(x);
        double meanY = Descriptive.mean(y);
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += (x[i] - meanX) * (y[i] - meanY);
        }
        return sum / (x.length - 1) / Math.sqrt(Descriptive.variance(x) * Descriptive.variance(y));
    }
}
