import java.util.HashSet;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// Checks how the suite reads and judges reports, and that its table of workloads is consistent.
/// Run by `build/bench-test.sh`.
final class SuiteCheck {
    private static final String REPORT =
            """
            {"verdict": "decided", "metric": "p99",
             "variants": [
              {"name": "a", "comparison": {"verdict": "baseline", "ratio": null, "invalidBy": null}},
              {"name": "b", "comparison": {"verdict": "worse", "ratio": {"low": 1.2, "point": 1.3, "high": 1.4}, "invalidBy": null},
               "scorecard": {"cpu-per-request": {"verdict": "invalid", "ratio": {"low": 1, "point": 1, "high": 1}, "invalidBy": "still-compiling"},
                             "p50": {"verdict": "no-evidence", "ratio": null, "invalidBy": null}}}],
             "findings": [{"severity": "note", "kind": "bimodal-trials"}]}
            """;

    private static final Reading.Figure FIGURE =
            new Reading.Figure(1.2, 1.3, 1.4, List.of("bimodal-trials"));

    private SuiteCheck() {}

    public static void main(String[] args) {
        checkReadings();
        checkJudgements();
        checkWorkloads();
        System.out.println("reports of known content are read and judged as they should be");
    }

    private static void checkReadings() {
        var run = run(0, REPORT);
        require(Reading.of(run, "b", "p99"), FIGURE);
        require(Reading.of(run, "b", "cpu-per-request"), new Reading.Refused("still-compiling"));
        require(Reading.of(run, "b", "p50"), new Reading.Refused("no figure: no-evidence"));
        require(Reading.of(run, "b", "threads"), new Reading.Refused("no figure: none"));
        require(Reading.of(run(2, "null"), "b", "p99"), new Reading.Refused("why"));
        require(Reading.of(run(1, "null"), "b", "p99"), new Reading.Failed("exit code 1: why"));
    }

    private static SuiteRun run(int exit, String report) {
        return new SuiteRun("", exit, 1, "why", new JsonMapper().readTree(report));
    }

    private static void checkJudgements() {
        require(Judgement.of(ratio(1.25), FIGURE), Judgement.RIGHT);
        require(Judgement.of(ratio(1.39), FIGURE), Judgement.IMPRECISE);
        require(Judgement.of(ratio(1.45), FIGURE), Judgement.WRONG);
        require(Judgement.of(ratio(1.45), new Reading.Refused("")), Judgement.REFUSED);
        require(Judgement.of(new Workload.Truth.None("", "bimodal.*"), FIGURE), Judgement.REFUSED);
        require(Judgement.of(new Workload.Truth.None("", "grow.*"), FIGURE), Judgement.WRONG);
        // 1.3 three times: a mean without error, further than 5 % from 1.39
        require(Judgement.of(ratio(1.39), List.of(FIGURE, FIGURE, FIGURE)), Judgement.WRONG);
        // a mean of 1.290 [1.078, 1.543], of 1.297 [0.743, 2.265], and single runs
        require(
                Judgement.of(ratio(1.4), List.of(figure(1.1), figure(1.3), figure(1.5))),
                Judgement.IMPRECISE);
        require(
                Judgement.of(ratio(1.45), List.of(figure(0.8), figure(1.3), figure(2.1))),
                Judgement.TOO_WIDE);
        var wide = new Reading.Figure(0.5, 1.3, 2.8, List.of());
        require(Judgement.of(ratio(1.45), List.of(wide)), Judgement.IMPRECISE);
        require(Judgement.of(ratio(1.45), List.of(wide, wide)), Judgement.TOO_WIDE);
        require(Judgement.TOO_WIDE.acceptable(), false);
        // one of two
        require(
                Judgement.of(ratio(1.45), List.of(FIGURE, new Reading.Refused(""))),
                Judgement.WRONG);
    }

    private static Reading.Figure figure(double point) {
        return new Reading.Figure(point, point, point, List.of());
    }

    private static Workload.Truth ratio(double value) {
        return new Workload.Truth.Ratio(value, "");
    }

    private static void checkWorkloads() {
        var names = new HashSet<String>();
        int cases = 0;
        for (var workload : Workloads.all()) {
            require(names.add(workload.name()), true);
            var servers = workload.servers().stream().map(Workload.Server::name).toList();
            for (var one : workload.cases()) {
                require(servers.indexOf(one.server()) > 0, true);
                cases++;
            }
        }
        require(names.size() >= 12 && cases >= 30, true);
    }

    private static void require(Object found, Object expected) {
        if (!found.equals(expected)) {
            throw new AssertionError("%s, expected %s".formatted(found, expected));
        }
    }
}
