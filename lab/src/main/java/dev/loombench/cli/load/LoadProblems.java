package dev.loombench.cli.load;

import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorSaturated;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorStalled;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorStarved;
import dev.loombench.analysis.validity.GeneratorFinding.ScheduleLagged;
import dev.loombench.analysis.validity.LoadFinding.ConnectionsClosed;
import dev.loombench.analysis.validity.LoadFinding.ConnectionsNotAchieved;
import dev.loombench.analysis.validity.LoadFinding.Errors;
import dev.loombench.analysis.validity.LoadFinding.RequestsNotSent;
import dev.loombench.analysis.validity.MachineFinding.ServerStopped;
import dev.loombench.load.result.LoadResult;
import dev.loombench.report.FindingText;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.text.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The checks that make the figures of a load invalid: those of a trial, with the remedies that
/// `loombench load` offers, and those on its target.
///
/// A threshold on errors or on throughput replaces the check of the same figure.
final class LoadProblems {
    /// Stands for the variant of a run in the texts of findings.
    static final String NAME = "this load";

    private static final double RATE_SHORTFALL = 0.02;

    /// Of the number of requests that wait for a response at the ends of the window.
    private static final double DEVIATIONS = 2;

    /// Responses per connection below which the server's closing explains missing connections.
    private static final long FEW_RESPONSES = 10;

    private final LoadSummary summary;
    private final LoadRequest request;
    private final LoadResult result;
    private final List<LoadResult> loads;
    private final List<LoadProblem> problems = new ArrayList<>();

    private LoadProblems(LoadSummary summary) {
        this.summary = summary;
        this.request = summary.request();
        this.result = summary.result();
        this.loads = List.of(result);
    }

    static List<LoadProblem> of(LoadSummary summary) {
        var checks = new LoadProblems(summary);
        boolean agentLost = summary.agents().stream().anyMatch(a -> a.loss().isPresent());
        if (agentLost) { // which explains missing requests, connections and responses
            checks.problems.addAll(AgentProblems.of(summary));
            checks.responses();
            return List.copyOf(checks.problems);
        }
        checks.overload();
        checks.responses();
        checks.requests();
        checks.connections();
        if (summary.agents().isEmpty()) {
            checks.generator();
        } else {
            checks.problems.addAll(AgentProblems.of(summary));
        }
        checks.server();
        checks.rate();
        return List.copyOf(checks.problems);
    }

    private void responses() {
        var counts = result.counts();
        if (counts.succeeded() == 0) {
            problems.add(NoGoodResponse.of(request, result));
        } else if (!request.limitsErrors()) {
            invalid(Errors.of(NAME, request.traffic(), loads))
                    .ifPresent(e ->
                            add(
                                    e.kind(),
                                    "%,d of %,d requests failed"
                                            .formatted(e.errors(), counts.sent()),
                                    "the figures are those of the good responses only",
                                    "the server's log; --fail-if 'errors>N' if errors are expected"));
        }
        if (!request.limitsErrors()) {
            redirects();
        }
    }

    private void redirects() {
        Map<Integer, Long> redirects = new TreeMap<>(result.counts().statuses());
        redirects.keySet().removeIf(status -> status / 100 != 3);
        if (!redirects.isEmpty()) {
            add(
                    "unexpected-redirects",
                    "unexpected redirects: "
                            + listed(
                                    redirects.entrySet().stream()
                                            .map(e ->
                                                    "%d x %,d"
                                                            .formatted(e.getKey(), e.getValue()))),
                    "redirects are not followed, so they count as errors",
                    "the URL that they lead to, or --expect-status 2xx,3xx");
        }
    }

    private void requests() {
        RequestsNotSent.of(NAME, request.requestCount(), loads)
                .filter(_ -> !summary.interrupted())
                .ifPresent(f ->
                        add(
                                f.kind(),
                                "only %,d of %,d requests were sent within %s"
                                        .formatted(
                                                f.sent(),
                                                f.requested(),
                                                Units.text(request.duration())),
                                "the window was ended by time",
                                "a longer --duration, or a lower --count"));
        long unfinished = result.counts().unfinished();
        if (unfinished > 0) {
            add(
                    "requests-unfinished",
                    "%,d requests were left unfinished".formatted(unfinished),
                    "their response times are missing",
                    "a shorter --timeout, or a longer --duration");
        }
    }

    /// Without any response, the missing response explains the missing connections.
    private void connections() {
        ConnectionsNotAchieved.of(NAME, request.traffic(), loads)
                .filter(_ -> result.counts().succeeded() > 0)
                .ifPresent(f ->
                        add(
                                f.kind(),
                                "only %,d of %,d connections were open at once%s"
                                        .formatted(f.established(), f.requested(), closed(f)),
                                "the server got less load than requested",
                                connectionsRemedy(f)));
    }

    private String connectionsRemedy(ConnectionsNotAchieved missing) {
        if (missing.followsTimeOuts()) {
            return "why requests time out: a slow server, its limit on connections, or too short a --timeout";
        }
        return closedByServer().isEmpty()
                ? "the server's limit on connections, and its backlog"
                : "--no-keep-alive, if the server is meant to close them";
    }

    /// What closed connections, where that explains the missing ones.
    private String closed(ConnectionsNotAchieved missing) {
        return missing.followsTimeOuts()
                ? ": %,d requests had no response within %s, which closes their connections"
                        .formatted(missing.timedOut(), timeout())
                : closedByServer();
    }

    private String timeout() {
        return Units.text(request.traffic().timeout());
    }

    /// The cause, where the server closes its connections after a few responses each.
    private String closedByServer() {
        long reconnects = ConnectionsClosed.byServer(result);
        long responses = result.counts().succeeded();
        return reconnects <= 0 || responses > FEW_RESPONSES * reconnects
                ? ""
                : ": the server closed %,d connections, one per %.1f responses"
                        .formatted(reconnects, (double) responses / reconnects);
    }

    private void generator() {
        GeneratorSaturated.of(NAME, loads)
                .ifPresent(f ->
                        add(
                                f.kind(),
                                "the load generator was busy %.0f %% of the time"
                                        .formatted(100 * f.busyShare()),
                                "its limit may be what was measured",
                                "more --threads, or a lower load"));
        Stream.of(GeneratorStarved.of(NAME, true, loads), GeneratorStalled.of(NAME, loads))
                .flatMap(f -> invalid(f).stream())
                .forEach(this::add);
        invalid(ScheduleLagged.of(NAME, request.model(), request.traffic(), loads))
                .ifPresent(f ->
                        add(
                                f.kind(),
                                "requests left late: p99 %.1f ms".formatted(f.lagSeconds() * 1e3),
                                "all connections were busy, or the load generator had no CPU",
                                "more connections, or a lower rate"));
    }

    /// A server without any good response is not too slow for the rate.
    private void overload() {
        if (request.requestCount().isEmpty()
                && !request.limitsThroughput()
                && result.counts().succeeded() > 0) {
            LoadOverload.of(summary).ifPresent(problems::add);
        }
    }

    private void server() {
        double stopped = (double) summary.serverStoppedNanos().orElse(0);
        invalid(ServerStopped.of(NAME, stopped, result.window().seconds())).ifPresent(this::add);
    }

    private void rate() {
        if (!(request.model() instanceof LoadModel.Open open)
                || request.requestCount().isPresent()
                || request.limitsThroughput()) {
            return;
        }
        var counts = result.counts();
        double scheduled =
                switch (open.arrival()) {
                    case CONSTANT ->
                            open.rate().mean(result.window().nanos()) * result.window().seconds();
                    case POISSON -> counts.sent();
                };
        double missing = scheduled - counts.failed() - counts.succeededInWindow();
        double allowed =
                RATE_SHORTFALL * scheduled
                        + inFlightGrowth(open) * result.window().seconds()
                        + DEVIATIONS * Math.sqrt((double) counts.succeededInWindow());
        if (missing > allowed) {
            add(
                    "rate-not-achieved",
                    "%,.0f of %,.0f scheduled requests had no response within the window"
                            .formatted(missing, scheduled),
                    "the server did not keep up with the rate",
                    "a lower rate; --fail-if 'rps<N' if a lower throughput is acceptable");
        }
    }

    /// Requests per second of the window that a rising rate adds to those in flight, and whose
    /// responses come after the window. By Little's law, `rise of the rate x median service time /
    /// window`, and no more than there are connections.
    private double inFlightGrowth(LoadModel.Open open) {
        var window = result.window();
        double rise = open.rate().at(window.nanos()) - open.rate().warmUpLevel();
        double added = rise * summary.serviceTime().getValueAtPercentile(50) / 1e9;
        return Math.clamp(added, 0, open.connections()) / window.seconds();
    }

    private void add(Finding finding) {
        problems.add(new LoadProblem(finding.kind(), text(finding)));
    }

    /// The text of a finding without the name of the load.
    static FindingText text(Finding finding) {
        var text = FindingText.of(finding);
        return new FindingText(withoutName(text.message()), text.impact(), text.remedy());
    }

    static String withoutName(String message) {
        return message.replaceFirst("^" + NAME + ": ", "");
    }

    private void add(String kind, String message, String impact, String remedy) {
        problems.add(new LoadProblem(kind, new FindingText(message, impact, remedy)));
    }

    private static <F extends Finding> Optional<F> invalid(Optional<F> finding) {
        return finding.filter(f -> f.severity() == Severity.INVALID);
    }

    private static String listed(Stream<String> parts) {
        return parts.collect(Collectors.joining(", "));
    }
}
