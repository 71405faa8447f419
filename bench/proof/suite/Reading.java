import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What a run says of one ratio.
sealed interface Reading {
    /// Its interval spans both kinds of processes, and is none of a ratio.
    String DEPENDS = "depends-on-process";

    /// A ratio to the baseline with its interval of 95 %.
    ///
    /// @param notes kinds of the run's findings that warn
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
        var verdict = comparison.path("verdict").asString("none");
        if (!ratio.isObject() || verdict.equals(DEPENDS)) {
            return new Refused("no figure: " + verdict);
        }
        return new Figure(
                ratio.path("low").asDouble(),
                ratio.path("point").asDouble(),
                ratio.path("high").asDouble(),
                warnings(report));
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

    private static List<String> warnings(JsonNode report) {
        var kinds = new ArrayList<String>();
        for (var finding : report.path("findings")) {
            if (!finding.path("severity").asString().equals("information")) {
                kinds.add(finding.path("kind").asString());
            }
        }
        return kinds.stream().distinct().toList();
    }
}
