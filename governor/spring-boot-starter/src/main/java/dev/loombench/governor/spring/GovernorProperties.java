package dev.loombench.governor.spring;

import dev.loombench.governor.admission.ExcludedPaths;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// The properties `loombench.carriers.*` and `loombench.admission.*`.
@ConfigurationProperties("loombench")
public record GovernorProperties(
        @DefaultValue Carriers carriers, @DefaultValue Admission admission) {

    /// @param enabled whether the number of carriers adapts
    /// @param max most carriers; the present number if that is higher
    public record Carriers(@DefaultValue("false") boolean enabled, @DefaultValue("256") int max) {

        public Carriers {
            if (enabled && (max < 1 || max > Short.MAX_VALUE)) {
                throw new IllegalArgumentException(
                        "loombench.carriers.max must be between 1 and %d carriers, was %d"
                                .formatted(Short.MAX_VALUE, max));
            }
        }
    }

    /// @param enabled whether requests above a limit are rejected
    /// @param initial limit at the start; null for 20, or `max` if that is lower
    /// @param max highest limit
    /// @param fixed a constant limit in place of an adaptive one, which `initial`, `max` and
    ///   `followPool` describe
    /// @param followPool whether the limit also follows the wait for HikariCP's connections
    /// @param exclude beginnings of paths that are never rejected; null for those of the actuator
    /// @param priorityHeader request header with the priority; null for none, as if it is blank
    /// @param partitionHeader request header that names the partition; null for none, as if it is
    ///   blank
    /// @param shares guaranteed share of the limit by the name of the partition
    public record Admission(
            @DefaultValue("false") boolean enabled,
            @Nullable Integer initial,
            @DefaultValue("1000") int max,
            @Nullable Integer fixed,
            @DefaultValue("true") boolean followPool,
            @Nullable List<String> exclude,
            @Nullable String priorityHeader,
            @Nullable String partitionHeader,
            @DefaultValue Map<String, Double> shares) {
        private static final int DEFAULT_INITIAL = 20;
        private static final double ROUNDING = 1e-9;

        public Admission {
            priorityHeader = named(priorityHeader);
            partitionHeader = named(partitionHeader);
            if (enabled) {
                requireLimits(initial, max, fixed);
                requireBoth(partitionHeader, shares);
                requireShares(shares);
                requireBeginnings(exclude);
            }
        }

        private static void requireLimits(
                @Nullable Integer initial, int max, @Nullable Integer fixed) {
            if (fixed != null) {
                requirePositive("fixed", fixed);
                return; // the others have no effect
            }
            requirePositive("max", max);
            if (initial != null) {
                requirePositive("initial", initial);
                if (initial > max) {
                    throw new IllegalArgumentException(
                            "loombench.admission.initial must be at most loombench.admission.max,"
                                    + " %d requests, was %d".formatted(max, initial));
                }
            }
        }

        private static void requireBoth(
                @Nullable String partitionHeader, Map<String, Double> shares) {
            if (partitionHeader == null && !shares.isEmpty()) {
                throw new IllegalArgumentException(
                        "loombench.admission.shares needs loombench.admission.partition-header,"
                                + " the request header that names the partition");
            }
            if (partitionHeader != null && shares.isEmpty()) {
                throw new IllegalArgumentException(
                        "loombench.admission.partition-header needs"
                                + " loombench.admission.shares.NAME, the guaranteed shares of the"
                                + " partitions");
            }
        }

        /// A property without a value names no header.
        private static @Nullable String named(@Nullable String header) {
            return header == null || header.isBlank() ? null : header.strip();
        }

        private static void requireBeginnings(@Nullable List<String> exclude) {
            try {
                var unused = new ExcludedPaths(exclude == null ? List.of() : exclude);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "loombench.admission.exclude: " + e.getMessage(), e);
            }
        }

        private static void requireShares(Map<String, Double> shares) {
            shares.forEach((name, share) -> {
                if (!(share > 0 && share <= 1)) {
                    throw new IllegalArgumentException(
                            "loombench.admission.shares.%s must be above 0 and at most 1, was %s"
                                    .formatted(name, share));
                }
            });
            double total = shares.values().stream().mapToDouble(Double::doubleValue).sum();
            if (total > 1 + ROUNDING) {
                throw new IllegalArgumentException(
                        "loombench.admission.shares must add up to at most 1, were " + shares);
            }
        }

        private static void requirePositive(String name, int value) {
            if (value < 1) {
                throw new IllegalArgumentException(
                        "loombench.admission.%s must be 1 request or more, was %d"
                                .formatted(name, value));
            }
        }

        int limitAtStart() {
            return initial == null ? Math.min(DEFAULT_INITIAL, max) : initial;
        }
    }
}
