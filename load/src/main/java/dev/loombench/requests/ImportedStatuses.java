package dev.loombench.requests;

import java.util.Map;
import java.util.stream.Collectors;

/// The note on recorded statuses that are errors in a load.
final class ImportedStatuses {
    private ImportedStatuses() {}

    /// @param counts status -> requests; not empty
    static String note(Map<Integer, Integer> counts) {
        return "the file has other statuses than 2xx (%s); in a load they are errors unless --expect-status lists them"
                .formatted(
                        counts.entrySet().stream()
                                .map(e -> "%,d with %d".formatted(e.getValue(), e.getKey()))
                                .collect(Collectors.joining(", ")));
    }
}
