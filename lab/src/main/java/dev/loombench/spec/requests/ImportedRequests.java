package dev.loombench.spec.requests;

import dev.loombench.spec.load.Request;
import dev.loombench.spec.text.TextSanitizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The requests of a file in the format of another tool.
///
/// @param requests different from one another, at least one
/// @param origins schemes and hosts of their URLs, as in `https://shop.example`; none where the
///   format has only paths
/// @param notes what was changed or left out, and what the file says about the load; each one line
public record ImportedRequests(List<Request> requests, List<String> origins, List<String> notes) {
    /// Maximum number of different requests: each has a row in the report.
    public static final int MAX_REQUESTS = 1_000;

    public ImportedRequests {
        requests = List.copyOf(requests);
        origins = List.copyOf(origins);
        notes = notes.stream().map(TextSanitizer::of).toList();
    }

    /// The notes for a load on other hosts than those of the file.
    ///
    /// @param url of the measured service; empty where it is not known yet
    public List<String> notesFor(Optional<String> url) {
        var origin = url.flatMap(RequestTarget::find).map(RequestTarget::origin);
        if (origins.isEmpty() || origin.map(List::of).equals(Optional.of(origins))) {
            return notes;
        }
        var all = new ArrayList<String>();
        all.add(
                TextSanitizer.of(
                        "requests to %s are sent to the measured service"
                                .formatted(String.join(", ", origins))));
        all.addAll(notes);
        return all;
    }
}
