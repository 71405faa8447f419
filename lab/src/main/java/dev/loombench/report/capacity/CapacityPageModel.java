package dev.loombench.report.capacity;

import dev.loombench.report.html.ClaimRow;
import dev.loombench.report.html.LineChart;
import java.util.List;
import java.util.Optional;

/// The content of the page of a search for the capacity, formatted. Nothing in it is escaped; the
/// template does that.
///
/// @param status `decided`, `undecided` or `invalid`
/// @param interrupted that the search has not ended; empty where it has
/// @param findings those that make the result invalid first
/// @param method of the search
public record CapacityPageModel(
        String name,
        String question,
        String started,
        String status,
        Optional<String> interrupted,
        String headline,
        List<LineChart> charts,
        List<VariantRow> variants,
        String percentile,
        List<ClaimRow> claims,
        List<String> findings,
        List<ProbeRow> probes,
        String method) {
    public CapacityPageModel {
        charts = List.copyOf(charts);
        variants = List.copyOf(variants);
        claims = List.copyOf(claims);
        findings = List.copyOf(findings);
        probes = List.copyOf(probes);
    }

    /// @param notes what bounds it and how it breaks
    public record VariantRow(
            String name,
            String capacity,
            String interval,
            String median,
            String percentile,
            String cpu,
            String recovery,
            String mark,
            List<String> notes) {
        public VariantRow {
            notes = List.copyOf(notes);
        }
    }

    public record ProbeRow(
            String variant,
            String process,
            String purpose,
            String rate,
            String outcome,
            String percentile,
            String requests,
            String burn) {}
}
