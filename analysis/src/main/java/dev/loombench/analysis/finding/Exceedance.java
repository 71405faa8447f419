package dev.loombench.analysis.finding;

import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The variants in which a value was above its limit in some trial, and the highest value of all
/// trials.
public record Exceedance(List<String> variants, double highest) {

    /// @param reading the value of a trial; missing evidence exceeds no limit
    /// @return empty where no trial exceeded the limit
    public static Optional<Exceedance> of(
            List<TrialResult> results, Function<Successful, OptionalDouble> reading, double limit) {
        var variants = new ArrayList<String>();
        double highest = 0;
        for (var result : results) {
            if (result.outcome() instanceof Successful trial) {
                double value = reading.apply(trial).orElse(0);
                highest = Math.max(highest, value);
                if (value > limit && !variants.contains(result.trial().variant())) {
                    variants.add(result.trial().variant());
                }
            }
        }
        return variants.isEmpty()
                ? Optional.empty()
                : Optional.of(new Exceedance(variants, highest));
    }

    /// The variants of both; empty when there is none.
    public static List<String> variants(Optional<Exceedance> one, Optional<Exceedance> other) {
        return Stream.of(one, other)
                .flatMap(Optional::stream)
                .flatMap(e -> e.variants().stream())
                .distinct()
                .toList();
    }

    /// What a text says of a value that may be below its limit.
    ///
    /// @param value 0 where it was
    public record Part(double value, String text) {}

    /// The texts of the values that were above their limits: of the others only that is known, and
    /// nothing is said.
    public static String each(String before, Part... parts) {
        return Stream.of(parts)
                .filter(part -> part.value > 0)
                .map(Part::text)
                .collect(Collectors.joining(" and ", before, ""));
    }

    public static double highest(Optional<Exceedance> exceedance) {
        return exceedance.map(Exceedance::highest).orElse(0.0);
    }

    public static OptionalDouble scaled(OptionalDouble value, double factor) {
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * factor) : value;
    }
}
