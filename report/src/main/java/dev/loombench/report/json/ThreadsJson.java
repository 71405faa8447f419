package dev.loombench.report.json;

import dev.loombench.analysis.server.ThreadSummary;
import dev.loombench.report.DiagnosticsText;
import java.util.List;

/// The threads of a server, listed once under load; of a variant, in the last trial with a list.
///
/// @param excess virtual threads listed at one location beyond one per connection, in no other
///   count
public record ThreadsJson(
        int total,
        int platform,
        int carriers,
        int virtual,
        int excess,
        List<ThreadLocationJson> places) {

    /// @param kind `platform`, `carrier` or `virtual`
    public record ThreadLocationJson(String kind, int count, String where, String path) {}

    public static ThreadsJson of(ThreadSummary summary) {
        return new ThreadsJson(
                summary.total(),
                summary.platform(),
                summary.carriers(),
                summary.virtual(),
                summary.excess(),
                summary.locations().stream()
                        .map(p ->
                                new ThreadLocationJson(
                                        DiagnosticsText.kind(p), p.count(), p.where(), p.path()))
                        .toList());
    }
}
