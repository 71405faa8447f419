import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// What a run says of one ratio.
sealed interface Reading {
    /// A ratio to the baseline with its interval of 95 %.
    ///
    /// @param notes kinds of the findings of the run that are to be corrected
    record Figure(double low, double point, double high, List<String> notes) implements Reading {}

    /// No figure to be read, for a reason that the run gives.
    record Refused(String by) implements Reading {}

    /// The command failed.
    record Failed(String message) implements Reading {}

    static Reading of(SuiteRun run, String server, String metric) {
        if (run.refused()) {
            return new Refused(run.message().lines().findFirst().orElse("exit code 2"));
        }
        if (!run.measured()) {
            return new Failed("exit code %d: %s".formatted(run.exit(), run.message()));
        }
        var report = run.report();
        var comparison = comparison(report, server, metric);
        var ratio = comparison.path("ratio");
        var by = comparison.path("invalidBy").asString("");
        if (!by.isEmpty()) {
            return new Refused(by);
        }
        if (report.path("verdict").asString().equals("invalid")) {
            return new Refused(String.join(", ", kinds(report, "invalid")));
        }
        if (!ratio.isObject()) {
            return new Refused("no figure: " + comparison.path("verdict").asString("none"));
        }
        return new Figure(
                ratio.path("low").asDouble(),
                ratio.path("point").asDouble(),
                ratio.path("high").asDouble(),
                kinds(report, "note"));
    }

    /// By the metric of the experiment, or by another one of the scorecard.
    private static JsonNode comparison(JsonNode report, String server, String metric) {
        for (var variant : report.path("variants")) {
            if (variant.path("name").asString().equals(server)) {
                return report.path("metric").asString().equals(metric)
                        ? variant.path("comparison")
                        : variant.path("scorecard").path(metric);
            }
        }
        return report.path("missing");
    }

    private static List<String> kinds(JsonNode report, String severity) {
        var kinds = new ArrayList<String>();
        for (var finding : report.path("findings")) {
            if (finding.path("severity").asString().equals(severity)) {
                kinds.add(finding.path("kind").asString());
            }
        }
        return kinds.stream().distinct().collect(Collectors.toList());
    }
}
