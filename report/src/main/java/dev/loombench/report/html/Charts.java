package dev.loombench.report.html;

import dev.loombench.analysis.Analysis;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.report.Format;
import dev.loombench.report.html.chart.Downsampling;
import dev.loombench.report.html.chart.HeatMap;
import dev.loombench.report.html.chart.PercentileCurve;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import dev.loombench.text.RecordJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The data of the page's charts, as JSON: percentile curves, and a timeline of each metric of each
/// trial.
///
/// Times are seconds from the start of the trial's trial window, so that warm-up is below 0 and
/// trials overlap. Series are downsampled to stay within a budget of points.
///
/// @param variants names, in the order of the experiment
/// @param curves in that order; those without responses are absent
/// @param heat response times over the window, all trials of a variant merged
/// @param panels the timelines, from top to bottom
/// @param trials in the order in which they ran
/// @param roundsDrawn the first ones of `rounds`, when not all fit
/// @param downsampled whether points were left out
record Charts(
        List<String> variants,
        List<Curve> curves,
        HeatMap heat,
        List<TimelinePanel> panels,
        List<TrialLines> trials,
        int rounds,
        int roundsDrawn,
        boolean downsampled) {
    /// Points of all timelines together: about half a megabyte.
    private static final int BUDGET = 36_000;

    private static final int MIN_POINTS = 24;
    private static final int MAX_POINTS = 600;

    /// Latency by percentile, all trials merged.
    ///
    /// @param variant index
    record Curve(int variant, PercentileCurve response, PercentileCurve service) {}

    /// @param variant index
    /// @param warmUp time of its first request, s; 0 or below
    /// @param end of the window, s
    /// @param lines by their key in a panel
    record TrialLines(
            int number,
            int round,
            int variant,
            double warmUp,
            double end,
            Map<String, Line> lines) {}

    /// @param x s
    /// @param y in the panel's unit
    record Line(List<Double> x, List<Double> y) {}

    static Charts of(Analysis analysis, List<TrialResult> trials) {
        var names = analysis.variants().stream().map(v -> v.variant().name()).toList();
        var curves = new ArrayList<Curve>();
        for (int i = 0; i < names.size(); i++) {
            var v = analysis.variants().get(i);
            if (v.latency().responseTime().getTotalCount() > 0) {
                curves.add(
                        new Curve(
                                i,
                                PercentileCurve.of(
                                        v.latency()
                                                .requests()
                                                .arriving()
                                                .orElse(v.latency().responseTime())),
                                PercentileCurve.of(v.latency().serviceTime())));
            }
        }
        int rounds = trials.stream().mapToInt(t -> t.trial().block()).max().orElse(0);
        var panels = TimelinePanel.of(analysis.manifest().experiment(), successful(trials));
        int lines = names.size() * panels.stream().mapToInt(p -> p.lines().size()).sum();
        int drawn = Math.clamp(BUDGET / ((long) MIN_POINTS * lines), 1, Math.max(rounds, 1));
        int maxPoints = Math.clamp(BUDGET / ((long) drawn * lines), MIN_POINTS, MAX_POINTS);
        var downsampler = new Downsampler(maxPoints, panels);
        var timelines =
                trials.stream()
                        .filter(t -> t.trial().block() <= drawn)
                        .sorted(Comparator.comparingInt(t -> t.trial().number()))
                        .flatMap(t -> downsampler.lines(t, names).stream())
                        .toList();
        return new Charts(
                names.stream().map(Format::plain).toList(),
                curves,
                HeatMap.of(names, trials),
                panels,
                timelines,
                rounds,
                Math.min(drawn, rounds),
                downsampler.downsampled);
    }

    private static List<Successful> successful(List<TrialResult> trials) {
        return trials.stream()
                .map(TrialResult::outcome)
                .filter(Successful.class::isInstance)
                .map(Successful.class::cast)
                .toList();
    }

    /// Escaped for a script element: no `<` can end the element.
    String json() {
        return InlineAssets.json(RecordJson.line(this));
    }

    private static final class Downsampler {
        private final int maxPoints;
        private final List<TimelinePanel> panels;
        boolean downsampled;

        Downsampler(int maxPoints, List<TimelinePanel> panels) {
            this.maxPoints = maxPoints;
            this.panels = panels;
        }

        List<TrialLines> lines(TrialResult result, List<String> names) {
            if (!(result.outcome() instanceof Successful trial)) {
                return List.of();
            }
            var window = trial.window();
            long zero = window.startNanos();
            var lines = new TreeMap<String, Line>();
            for (var panel : panels) {
                for (var line : panel.lines()) {
                    var points = line.points(trial);
                    if (!points.isEmpty()) {
                        lines.put(line.key(), line(points, zero));
                    }
                }
            }
            return List.of(
                    new TrialLines(
                            result.trial().number(),
                            result.trial().block(),
                            names.indexOf(result.trial().variant()),
                            seconds(firstNanos(trial) - zero),
                            seconds(window.endNanos() - zero),
                            lines));
        }

        /// A batch has no warm-up.
        private static long firstNanos(Successful trial) {
            return switch (trial) {
                case Completed completed -> completed.warmUp().window().startNanos();
                case BatchCompleted batch -> batch.window().startNanos();
            };
        }

        private Line line(List<Point> points, long zero) {
            var kept = Downsampling.of(points, maxPoints);
            downsampled |= kept.size() < points.size();
            return new Line(
                    kept.stream().map(p -> seconds(p.nanos() - zero)).toList(),
                    kept.stream().map(Observation.Point::value).map(Format::fiveDigits).toList());
        }

        private static double seconds(long nanos) {
            return Math.round(nanos / 1e6) / 1e3;
        }
    }
}
