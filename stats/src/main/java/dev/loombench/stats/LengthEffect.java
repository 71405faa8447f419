package dev.loombench.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The difference between the means of two kinds of parts that each block has, as short and long
/// slices: 0 where the length of a part does not change what is measured in it.
///
/// `d[b] = mean(shorts[b]) - mean(longs[b])` for each of m blocks, which cancels what the parts of
/// a block have in common. The variance of `mean(d)` follows from the parts, pooled over the
/// blocks, `(vs / ns + vl / nl) / m` with Welch's degrees of freedom; with six blocks or more also
/// from the blocks, `var(d) / m` with m - 1 of them. The wider of both intervals counts, because
/// parts that are correlated make the first too narrow. Fewer blocks say too little about their own
/// spread.
///
/// Source: Welch, *The Generalization of "Student's" Problem when Several Different Population
/// Variances are Involved* (1947).
public final class LengthEffect {
    private static final int BLOCKS_FOR_SPREAD = 6;

    private LengthEffect() {}

    /// One block.
    public static final class Block {
        private final double[] shorts;
        private final double[] longs;

        /// @param shorts at least two values, any unit
        /// @param longs at least two values, the same unit
        public Block(double[] shorts, double[] longs) {
            this.shorts = shorts;
            this.longs = longs;
            if (shorts.length < 2 || longs.length < 2) {
                throw new IllegalArgumentException(
                        "%d short and %d long parts".formatted(shorts.length, longs.length));
            }
        }

        double difference() {
            return Descriptive.mean(shorts) - Descriptive.mean(longs);
        }
    }

    /// Interval of the difference; empty without blocks, and when a value is not finite.
    ///
    /// @param level share of such intervals that contain the true difference, above 0 and below 1
    public static Optional<Interval> of(List<Block> blocks, double level) {
        if (blocks.isEmpty() || !blocks.stream().allMatch(LengthEffect::isFinite)) {
            return Optional.empty();
        }
        var differences = blocks.stream().mapToDouble(Block::difference).toArray();
        double half = halfByParts(blocks, level);
        if (blocks.size() >= BLOCKS_FOR_SPREAD) {
            var byBlocks = StudentT.mean(differences, level);
            half = Math.max(half, (byBlocks.high() - byBlocks.low()) / 2);
        }
        double point = Descriptive.mean(differences);
        return Optional.of(new Interval(point - half, point, point + half));
    }

    private static boolean isFinite(Block block) {
        return Stream.of(block.shorts, block.longs)
                .flatMapToDouble(Arrays::stream)
                .allMatch(Double::isFinite);
    }

    private static double halfByParts(List<Block> blocks, double level) {
        var shorts = MeanError.of(blocks.stream().map(b -> b.shorts).toList());
        var longs = MeanError.of(blocks.stream().map(b -> b.longs).toList());
        double freedom =
                StudentT.freedom(shorts.variance, shorts.freedom, longs.variance, longs.freedom);
        return StudentT.quantile(freedom, level) * Math.sqrt(shorts.variance + longs.variance);
    }

    /// The error of the mean of the blocks' means of one kind of parts.
    private record MeanError(double variance, double freedom) {
        static MeanError of(List<double[]> blocks) {
            double freedom = blocks.stream().mapToDouble(b -> b.length - 1).sum();
            double pooled =
                    blocks.stream().mapToDouble(b -> Descriptive.variance(b) * (b.length - 1)).sum()
                            / freedom;
            double ofMean = blocks.stream().mapToDouble(b -> pooled / b.length).sum();
            return new MeanError(ofMean / blocks.size() / blocks.size(), freedom);
        }
    }
}
