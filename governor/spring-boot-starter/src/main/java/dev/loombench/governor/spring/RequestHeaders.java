package dev.loombench.governor.spring;

import dev.loombench.governor.admission.Priority;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The partition and the priority of a request, by its headers. A priority that is none of the three
/// counts as normal, because a client may send anything.
record RequestHeaders(GovernorProperties.Admission properties) {

    @Nullable String partition(HttpServletRequest request) {
        var header = properties.partitionHeader();
        return header == null ? null : request.getHeader(header);
    }

    Priority priority(HttpServletRequest request) {
        var header = properties.priorityHeader();
        var value = header == null ? null : request.getHeader(header);
        return value == null
                ? Priority.NORMAL
                : switch (value.strip().toLowerCase(Locale.ROOT)) {
                    case "background" -> Priority.BACKGROUND;
                    case "critical" -> Priority.CRITICAL;
                    default -> Priority.NORMAL;
                };
    }
}
