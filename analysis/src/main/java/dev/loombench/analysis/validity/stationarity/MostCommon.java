package dev.loombench.analysis.validity.stationarity;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/// The most common kind of some values.
final class MostCommon {
    private MostCommon() {}

    /// The first value of that kind.
    ///
    /// @param all at least one
    static <T> T of(List<T> all, Function<T, Object> kind) {
        return all.stream()
                .max(
                        Comparator.comparingLong(one ->
                                all.stream()
                                        .filter(o -> kind.apply(o).equals(kind.apply(one)))
                                        .count()))
                .orElseThrow();
    }
}
