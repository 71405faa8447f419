package dev.loombench.requests;

import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Counts equal requests: the number becomes their weight.
final class RequestTally {
    /// Maximum weight in an experiment.
    private static final int MAX_WEIGHT = 1_000_000;

    /// Value: how often; in the order of the file.
    private final Map<Key, Integer> counts = new LinkedHashMap<>();

    /// The numbers of different requests, in the order of the file from 0.
    private final Map<Key, Integer> ordinals = new HashMap<>();

    private long total;

    /// A request without its name and weight.
    private record Key(String method, String path, Map<String, String> headers, String body) {
        Request request() {
            return new Request(method, path, headers, body, Request.DEFAULT_TIMEOUT);
        }
    }

    /// @param path a template, as are the values of the headers and the body
    /// @return its number among the different requests
    /// @throws WrongInput when it is no valid request
    int add(String method, String path, Map<String, String> headers, String body) {
        var key = new Key(method, path, headers, body);
        if (!counts.containsKey(key)) {
            var _ = key.request();
        }
        counts.merge(key, 1, Integer::sum);
        total++;
        return ordinals.computeIfAbsent(key, _ -> ordinals.size());
    }

    /// The index in [#requests] of each different request, by its number; -1 for one that is left
    /// out.
    int[] indices() {
        var indices = new int[ordinals.size()];
        Arrays.fill(indices, -1);
        var kept = kept();
        for (int i = 0; i < kept.size(); i++) {
            indices[Objects.requireNonNull(ordinals.get(kept.get(i).getKey()))] = i;
        }
        return indices;
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    /// Requests added, equal ones included.
    long total() {
        return total;
    }

    /// The requests, the most frequent where there are more than [GivenRequests#MAX_REQUESTS];
    /// equal frequencies keep the order of the file. Each has a name of its own.
    ///
    /// The weight is `count`, or `max(1, floor(count / s))` with `s = ceil(largest count / 10^6)`
    /// where a count exceeds the maximum weight of an experiment.
    List<Request> requests() {
        int largest = counts.values().stream().mapToInt(Integer::intValue).max().orElse(1);
        int scale = Math.ceilDiv(largest, MAX_WEIGHT);
        var names = new HashMap<String, Integer>();
        var requests = new ArrayList<Request>();
        for (var entry : kept()) {
            var r = entry.getKey().request();
            int number = names.merge(r.name(), 1, Integer::sum);
            requests.add(
                    new Request(
                            number == 1 ? r.name() : "%s (%d)".formatted(r.name(), number),
                            Math.max(1, entry.getValue() / scale),
                            r.method(),
                            r.path(),
                            r.headers(),
                            r.body(),
                            r.timeout()));
        }
        return requests;
    }

    /// What [#requests] leaves out; empty when it has all.
    Optional<String> rest() {
        if (counts.size() <= GivenRequests.MAX_REQUESTS) {
            return Optional.empty();
        }
        long sent = kept().stream().mapToLong(Map.Entry::getValue).sum();
        return Optional.of(
                "%,d of %,d different requests are sent, the most frequent; the others are %.1f %% of all"
                        .formatted(
                                GivenRequests.MAX_REQUESTS,
                                counts.size(),
                                100.0 * (total - sent) / total));
    }

    private List<Map.Entry<Key, Integer>> kept() {
        if (counts.size() <= GivenRequests.MAX_REQUESTS) {
            return List.copyOf(counts.entrySet());
        }
        return counts.entrySet().stream()
                .sorted(Map.Entry.<Key, Integer>comparingByValue(Comparator.reverseOrder()))
                .limit(GivenRequests.MAX_REQUESTS)
                .toList();
    }
}
