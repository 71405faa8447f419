package dev.loombench.load.result;

import dev.loombench.text.Figures;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The errors of a load by name: the kind, and for gRPC the name of the status, as in `grpc-status
/// RESOURCE_EXHAUSTED`. By the kind alone, 8 errors would read as the status 8.
public final class ErrorNames {
    private static final String OF_GRPC = ErrorKind.GRPC_STATUS.label();

    private ErrorNames() {}

    /// Those of a load, name -> number.
    public static SortedMap<String, Long> of(LoadResult load) {
        return of(
                load.counts().errors(),
                load.connections().streams().map(Streams::grpcStatuses).orElse(Map.of()));
    }

    /// Those of a request of a mix, whose statuses of gRPC are not counted.
    public static SortedMap<String, Long> of(LoadResult.RequestCounts request) {
        return of(request.errors(), Map.of());
    }

    /// @param errors kind -> number
    /// @param statuses of gRPC -> number; those of all errors of the kind, or unknown
    static SortedMap<String, Long> of(Map<String, Long> errors, Map<Integer, Long> statuses) {
        var names = new TreeMap<>(errors);
        var failed = names.remove(OF_GRPC);
        if (failed == null) {
            return names;
        }
        long known = statuses.values().stream().mapToLong(Long::longValue).sum();
        statuses.forEach((status, n) -> names.put(OF_GRPC + " " + GrpcStatus.name(status), n));
        if (failed > known) {
            names.put(OF_GRPC + " other than OK", failed - known);
        }
        return names;
    }

    /// As in `grpc-status UNAVAILABLE 3, timeout 5; UNAVAILABLE: the server takes no calls …`.
    ///
    /// @param names name -> number
    public static String text(Map<String, Long> names) {
        return Figures.byName(names)
                + new TreeMap<>(names)
                        .keySet().stream()
                                .filter(name -> name.startsWith(OF_GRPC + " "))
                                .map(name -> name.substring(OF_GRPC.length() + 1))
                                .flatMap(status ->
                                        GrpcStatus.meaning(status)
                                                .map(text -> "; " + status + ": " + text)
                                                .stream())
                                .collect(Collectors.joining());
    }
}
