package dev.loombench.governor.spring;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Partitions;
import dev.loombench.governor.admission.Priority;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Which requests are limited, and by which partition and priority, by their path and headers.
final class RequestRules {
    private final Partitions partitions;
    private final @Nullable String partitionHeader;
    private final @Nullable String priorityHeader;
    private final List<String> excluded;

    /// @param excluded beginnings of paths that are never rejected
    RequestRules(
            AdmissionLimit limit, GovernorProperties.Admission properties, List<String> excluded) {
        partitions = Partitions.of(limit, properties.shares());
        partitionHeader = properties.partitionHeader();
        priorityHeader = properties.priorityHeader();
        this.excluded = List.copyOf(excluded);
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

    /// Whether a request is never rejected, such as a health check: its rejection would end a
    /// service that only has much to do. A path with `..` or an escape is, because the server may
    /// resolve it to another.
    ///
    /// @param path without the context path
    boolean excludes(String path) {
        return !path.contains("/..")
                && path.indexOf('%') < 0
                && excluded.stream().anyMatch(start -> isBelow(path, start));
    }

    /// `/actuator` is the beginning of `/actuator/health`, not of `/actuators`.
    static boolean isBelow(String path, String start) {
        return path.startsWith(start)
                && (path.length() == start.length()
                        || start.endsWith("/")
                        || path.charAt(start.length()) == '/');
    }
}
