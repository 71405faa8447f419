package dev.loombench.governor.spring;

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
    /// @param max most carriers; the number of processors if that is higher
    public record Carriers(@DefaultValue("false") boolean enabled, @DefaultValue("256") int max) {}

    /// @param enabled whether requests above a limit are rejected
    /// @param initial limit at the start
    /// @param max highest limit
    /// @param fixed a constant limit in place of an adaptive one
    /// @param followPool whether the limit also follows the wait for HikariCP's connections
    /// @param exclude beginnings of paths that are never rejected
    /// @param priorityHeader request header with the priority
    /// @param partitionHeader request header that names the partition
    /// @param shares guaranteed share of the limit by the name of the partition
    public record Admission(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("20") int initial,
            @DefaultValue("1000") int max,
            @Nullable Integer fixed,
            @DefaultValue("true") boolean followPool,
            @DefaultValue("/actuator") List<String> exclude,
            @Nullable String priorityHeader,
            @Nullable String partitionHeader,
            @DefaultValue Map<String, Double> shares) {

        public Admission {
            if (partitionHeader == null && !shares.isEmpty()) {
                throw new IllegalArgumentException(
                        "loombench.admission.shares needs loombench.admission.partition-header,"
                                + " the request header that names the partition");
            }
        }
    }
}
