package dev.loombench.requests;

import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.RequestTarget;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.Replay;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Requests that a user gives as they are, in a file in the format of another tool or by options.
///
/// @param requests different from one another, at least one; variables stand for their secrets
/// @param values name -> source, for every name that the requests use
/// @param origins schemes and hosts of their URLs, as in `https://shop.example`; none where the
///   format has only paths
/// @param notes what was changed or left out, and what the file says about the load; each one line
/// @param replay the times at which they arrived; empty where these are not replayed
public record GivenRequests(
        List<Request> requests,
        Map<String, ValueSource> values,
        List<String> origins,
        List<String> notes,
        Optional<Replay> replay) {
    /// Maximum number of different requests: each has a row in the report.
    public static final int MAX_REQUESTS = 1_000;

    /// Requests that a note names, and the values of each.
    private static final int NAMED_REQUESTS = 20;

    private static final int NAMED_VALUES = 5;

    public GivenRequests {
        requests = List.copyOf(requests);
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        origins = List.copyOf(origins);
        notes = notes.stream().map(TextSanitizer::of).toList();
    }

    /// Requests without times.
    GivenRequests(
            List<Request> requests,
            Map<String, ValueSource> values,
            List<String> origins,
            List<String> notes) {
        this(requests, values, origins, notes, Optional.empty());
    }

    /// The requests of a log at the times that it has.
    ///
    /// @throws WrongInput when the file is no access log, or has no times or no requests
    public static GivenRequests replayed(Path file, long seed) {
        var log = AccessLog.replay(file, true, seed);
        var given = log.requests().orElseThrow();
        return new GivenRequests(
                given.requests,
                given.values,
                given.origins,
                log.notes(),
                Optional.of(log.replay()));
    }

    /// The same requests at the times of a log.
    ///
    /// @throws WrongInput when the file is no access log, or has no times
    public GivenRequests at(Path file, long seed) {
        var log = AccessLog.replay(file, false, seed);
        var all = new ArrayList<>(notes);
        all.addAll(log.notes());
        return new GivenRequests(requests, values, origins, all, Optional.of(log.replay()));
    }

    /// Requests that a user typed.
    public static GivenRequests of(List<Request> requests, RequestSecrets secrets) {
        return new GivenRequests(requests, secrets.sources(requests), List.of(), List.of());
    }

    /// The same requests, changed.
    ///
    /// @param secrets those that the change added
    public GivenRequests with(List<Request> changed, RequestSecrets secrets) {
        var sources = new LinkedHashMap<>(secrets.sources(changed));
        sources.putAll(values);
        sources.keySet().retainAll(names(changed));
        return new GivenRequests(changed, sources, origins, notes, replay);
    }

    /// The traffic of a load that sends them, with every other default.
    public Traffic traffic() {
        return new Traffic(requests, values, ConnectionPolicy.DEFAULT)
                .withTimeout(Request.DEFAULT_TIMEOUT)
                .withReplay(replay);
    }

    private static Set<String> names(List<Request> requests) {
        return requests.stream()
                .flatMap(request -> request.valueNames().stream())
                .collect(Collectors.toSet());
    }

    /// The notes for a load on other hosts than those of the file.
    ///
    /// @param url of the measured service; empty where it is not known yet
    public List<String> notesFor(Optional<String> url) {
        var origin = url.flatMap(RequestTarget::find).map(RequestTarget::origin);
        var all = new ArrayList<String>();
        if (!origins.isEmpty() && !origin.map(List::of).equals(Optional.of(origins))) {
            all.add(
                    TextSanitizer.of(
                            "requests to %s are sent to the measured service"
                                    .formatted(String.join(", ", origins))));
        }
        all.addAll(notes);
        requestsWith(ValueSource.Secret.class)
                .map("values that may be secrets are sent, but neither stored nor shown: "::concat)
                .ifPresent(all::add);
        requestsWith(ValueSource.Bytes.class)
                .map(
                        "bytes that are no text in UTF-8 are stored in Base64, where secrets are looked for in uncompressed ASCII text alone: "
                                ::concat)
                .ifPresent(all::add);
        return all;
    }

    /// Which requests have values of a kind; empty where none has.
    private Optional<String> requestsWith(Class<? extends ValueSource> kind) {
        var named = new ArrayList<String>();
        int others = 0;
        for (var request : requests) {
            var found =
                    request.valueNames().stream()
                            .filter(name -> kind.isInstance(values.get(name)))
                            .toList();
            if (!found.isEmpty() && named.size() < NAMED_REQUESTS) {
                named.add("%s (%s)".formatted(request.name(), listed(found)));
            } else {
                others += found.isEmpty() ? 0 : 1;
            }
        }
        return named.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        TextSanitizer.of(String.join(", ", named))
                                + (others == 0 ? "" : " and %,d other requests".formatted(others)));
    }

    private static String listed(List<String> names) {
        var shown =
                names.stream()
                        .limit(NAMED_VALUES)
                        .map(name -> "${" + name + "}")
                        .collect(Collectors.joining(", "));
        int more = names.size() - NAMED_VALUES;
        return more > 0 ? "%s and %d more".formatted(shown, more) : shown;
    }
}
