package dev.loombench.report.capacity;

import dev.loombench.report.html.LineChart;
import java.util.List;

/// The content of the page of a search for the capacity, formatted. Nothing in it is escaped; the
/// template does that.
///
/// @param status `decided`, `undecided` or `invalid`
/// @param findings those that make the result invalid first
/// @param method of the search
public record CapacityPageModel(
        String name,
        String question,
        String started,
        String status,
        String headline,
        List<LineChart> charts,
        List<VariantRow> variants,
        String percentile,
        List<String> findings,
        List<ProbeRow> probes,
        String method) {
    public CapacityPageModel {
        charts = List.copyOf(charts);
        variants = List.copyOf(variants);
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
