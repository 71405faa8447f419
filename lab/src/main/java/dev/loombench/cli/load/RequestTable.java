package dev.loombench.cli.load;

import static java.util.Locale.ROOT;

import dev.loombench.load.result.LoadResult;
import dev.loombench.report.Format;
import dev.loombench.report.text.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The outcome of each request of a mix, as a text table.
final class RequestTable {
    /// More rows would hide the latencies below them; JSON has all requests.
    private static final int MAX_ROWS = 20;

    private RequestTable() {}

    /// @param requests in the order of the mix; where there are too many, those with the most
    ///   failures and then the most frequent ones are shown
    static List<String> lines(List<LoadResult.RequestCounts> requests) {
        var table = new Table().row("request", "sent", "succeeded", "failed");
        shown(requests)
                .forEach(request ->
                        table.row(
                                Format.plain(request.name()),
                                String.format(ROOT, "%,d", request.sent()),
                                String.format(ROOT, "%,d", request.succeeded()),
                                failures(request)));
        var lines = new ArrayList<>(table.lines());
        int more = requests.size() - MAX_ROWS;
        if (more > 0) {
            lines.add(String.format(ROOT, "and %,d other requests: -o json has all", more));
        }
        return lines;
    }

    private static List<LoadResult.RequestCounts> shown(List<LoadResult.RequestCounts> requests) {
        if (requests.size() <= MAX_ROWS) {
            return requests;
        }
        return requests.stream()
                .sorted(
                        Comparator.comparingLong(LoadResult.RequestCounts::failed)
                                .thenComparingLong(LoadResult.RequestCounts::sent)
                                .reversed())
                .limit(MAX_ROWS)
                .toList();
    }

    private static String failures(LoadResult.RequestCounts request) {
        return request.failed() == 0
                ? "0"
                : String.format(ROOT, "%,d (%s)", request.failed(), errors(request.errors()));
    }

    /// As in `reset 1, status-5xx 9`.
    static String errors(Map<String, Long> errors) {
        return new TreeMap<>(errors)
                .entrySet().stream()
                        .map(e -> String.format(ROOT, "%s %,d", e.getKey(), e.getValue()))
                        .collect(Collectors.joining(", "));
    }
}
