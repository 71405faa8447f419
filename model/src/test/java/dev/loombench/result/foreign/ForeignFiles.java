package dev.loombench.result.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/// Sample files of other tools, and their figures.
final class ForeignFiles {
    /// Factors of a unit are not exact in binary.
    private static final double RELATIVE = 1e-9;

    private ForeignFiles() {}

    /// A file beside this class.
    static String text(String file) {
        try (var in = ForeignFiles.class.getResourceAsStream(file)) {
            return new String(
                    Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Its only result.
    static ForeignResult read(String file) {
        var results = ForeignReader.parse(file, text(file));
        assertThat(results).hasSize(1);
        return results.getFirst();
    }

    static ForeignFigure figure(ForeignResult result, String benchmark, String metric) {
        return result.figures().stream()
                .filter(f -> f.benchmark().equals(benchmark) && f.metric().name().equals(metric))
                .findFirst()
                .orElseThrow(() -> new AssertionError(metric + " in " + result.figures()));
    }

    static void assertValues(ForeignFigure figure, double... expected) {
        assertThat(figure.values()).hasSize(expected.length);
        for (int i = 0; i < expected.length; i++) {
            assertThat(figure.values().get(i))
                    .isCloseTo(expected[i], within(RELATIVE * expected[i]));
        }
    }

    /// The figures of a load: one value each.
    static void assertLoad(ForeignResult result, String metric, double expected) {
        assertValues(figure(result, "requests", metric), expected);
    }

    static List<String> deciding(ForeignResult result) {
        return result.figures().stream()
                .filter(ForeignFigure::decides)
                .map(f -> f.metric().name())
                .toList();
    }
}
