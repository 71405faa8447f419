package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import java.util.List;

/// The answer to a run's question in one sentence.
///
/// @param tone `decided`, `undecided`, `invalid` or `running`
public record Headline(String tone, String sentence) {
    private static final String RUNNING = "running";

    /// Of a run under way.
    ///
    /// @param ended trials, of so many `planned`
    public static Headline running(int ended, int planned) {
        return new Headline(
                RUNNING,
                "Running: %d of %s %s ended."
                        .formatted(
                                ended,
                                Format.counted(planned, "trial"),
                                planned == 1 ? "has" : "have"));
    }

    public boolean isRunning() {
        return tone.equals(RUNNING);
    }

    public static Headline of(Analysis analysis) {
        if (!analysis.valid()) {
            return new Headline("invalid", "This run must not be relied on.");
        }
        if (!analysis.decided()) {
            return new Headline("undecided", undecided(analysis));
        }
        return new Headline("decided", expected(analysis) + decided(analysis));
    }

    private static String expected(Analysis analysis) {
        return analysis.claims().isEmpty() ? "" : ReportText.claims(analysis.claims()) + ". ";
    }

    private static String undecided(Analysis analysis) {
        if (!analysis.claims().isEmpty()) {
            return expected(analysis) + decided(analysis);
        }
        var open =
                analysis.variants().stream()
                        .filter(v -> List.of("undecided", "no-evidence").contains(kind(v)))
                        .toList();
        int needed =
                open.stream()
                        .flatMapToInt(v -> v.verdict().trialsNeeded().stream())
                        .max()
                        .orElse(0);
        var tell = needed == 0 ? "" : ": " + ReportText.wouldTell(needed, " trials of each");
        return "%sUndecided for %d of %s%s."
                .formatted(
                        ruledOut(analysis),
                        open.size(),
                        Format.counted(analysis.variants().size() - 1, "comparison"),
                        tell);
    }

    /// Which to run on, where the trials rule some out at least.
    private static String ruledOut(Analysis analysis) {
        return analysis.recommendation()
                .filter(choice -> choice.candidates().size() < analysis.variants().size())
                .map(choice -> ReportText.choice(analysis, choice) + " ")
                .orElse("");
    }

    private static String decided(Analysis analysis) {
        var first = plain(analysis.variants().getFirst().variant().name());
        if (analysis.variants().size() == 1) {
            return "%s: %s.".formatted(first, figure(analysis, analysis.variants().getFirst()));
        }
        return analysis.recommendation()
                .map(choice -> ReportText.choice(analysis, choice))
                .orElseGet(() ->
                        "No figure of %s to choose by."
                                .formatted(ReportText.label(analysis.manifest().spec())));
    }

    private static String figure(Analysis analysis, VariantSummary v) {
        return MetricFigure.text(v, analysis.manifest().spec());
    }

    private static String kind(VariantSummary v) {
        return v.verdict().label();
    }
}
