package dev.loombench.report.capacity;

import dev.loombench.export.PageTable;
import dev.loombench.report.FindingRow;
import dev.loombench.report.html.ClaimRow;
import dev.loombench.report.html.LineChart;
import dev.loombench.report.next.NextCommand;
import java.util.List;
import java.util.Optional;

/// The content of the page of a search for the capacity, formatted. Nothing in it is escaped; the
/// template does that.
///
/// @param status `decided`, `undecided` or `invalid`
/// @param interrupted that the search has not ended; empty where it has
/// @param notes what bounds each variant and how it breaks
/// @param findings those that make the result invalid first
/// @param next commands that follow
/// @param method of the search
public record CapacityPageModel(
        String name,
        String question,
        String started,
        String status,
        Optional<String> interrupted,
        String headline,
        List<LineChart> charts,
        PageTable variants,
        List<String> notes,
        List<ClaimRow> claims,
        List<FindingRow> findings,
        PageTable windows,
        List<NextCommand> next,
        String method) {
    public CapacityPageModel {
        charts = List.copyOf(charts);
        notes = List.copyOf(notes);
        claims = List.copyOf(claims);
        findings = List.copyOf(findings);
        next = List.copyOf(next);
    }
}
