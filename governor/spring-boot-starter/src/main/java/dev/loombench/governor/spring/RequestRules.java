package dev.loombench.governor.spring;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.ExcludedPaths;
import dev.loombench.governor.admission.Partitions;
import dev.loombench.governor.admission.Priority;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Which requests are limited, and by which partition and priority, by their path and headers.
final class RequestRules {
    private final Partitions partitions;
    private final @Nullable String partitionHeader;
    private final @Nullable String priorityHeader;
    private final ExcludedPaths excluded;

    RequestRules(
            AdmissionLimit limit, GovernorProperties.Admission properties, ExcludedPaths excluded) {
        partitions = Partitions.of(limit, properties.shares());
        partitionHeader = properties.partitionHeader();
        priorityHeader = properties.priorityHeader();
        this.excluded = excluded;
    }

    /// The first values of a request's headers by name; null for one that it does not have.
    @FunctionalInterface
    interface Headers {
        @Nullable String first(String name);
    }

    Partitions partitions() {
        return partitions;
    }

    Admission tryAcquire(Headers headers) {
        return partitions.tryAcquire(partition(headers), priority(headers));
    }

    @Nullable String partition(Headers headers) {
        return partitionHeader == null ? null : headers.first(partitionHeader);
    }

    /// A priority that is none of the three counts as normal, because a client may send anything.
    Priority priority(Headers headers) {
        var value = priorityHeader == null ? null : headers.first(priorityHeader);
        return value == null
                ? Priority.NORMAL
                : switch (value.strip().toLowerCase(Locale.ROOT)) {
                    case "background" -> Priority.BACKGROUND;
                    case "critical" -> Priority.CRITICAL;
                    default -> Priority.NORMAL;
                };
    }

    /// @param path without the context path
    boolean excludes(String path) {
        return excluded.contains(path);
    }
}
