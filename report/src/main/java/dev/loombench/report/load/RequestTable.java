package dev.loombench.report.load;

import static java.util.Locale.ROOT;

import dev.loombench.export.PageTable;
import dev.loombench.load.result.ErrorNames;
import dev.loombench.load.result.LoadResult;
import dev.loombench.text.Figures;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The outcome of each request of a mix, as a table.
final class RequestTable {
    /// More rows would hide what is below them; JSON has all requests.
    private static final int MAX_ROWS = 20;

    private RequestTable() {}

    /// That some requests have no row; empty where each has one.
    static Optional<String> more(List<LoadResult.RequestCounts> requests) {
        int more = requests.size() - MAX_ROWS;
        return more > 0
                ? Optional.of(String.format(ROOT, "and %,d other requests: -o json has all", more))
                : Optional.empty();
    }

    /// @param requests in the order of the mix; where there are too many, those with the most
    ///   failures and then the most frequent ones are shown
    static PageTable of(List<LoadResult.RequestCounts> requests) {
        return PageTable.ofTexts(
                List.of("request", "sent", "succeeded", "failed"),
                shown(requests).stream()
                        .map(request ->
                                List.of(
                                        request.name(),
                                        String.format(ROOT, "%,d", request.sent()),
                                        String.format(ROOT, "%,d", request.succeeded()),
                                        failures(request)))
                        .toList());
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
                : String.format(
                        ROOT, "%,d (%s)", request.failed(), Figures.byName(ErrorNames.of(request)));
    }
}
