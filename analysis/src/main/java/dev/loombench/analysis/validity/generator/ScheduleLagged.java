package dev.loombench.analysis.validity.generator;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding.OfPercentiles;
import dev.loombench.analysis.trial.Histograms;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.api.GeneratorProblem;
import dev.loombench.load.api.ResponseProblem;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.text.Figures;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.Workload;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Requests of an open load left later than scheduled.
///
/// @param lagSeconds p99 of the send lag
/// @param responseSeconds median response time
/// @param cause what they waited for
/// @param waitedShare of the window, in which the generator waited for a processor, 0..1; empty
///   where the kernel does not report it
/// @param expected whether it is a consequence of many errors, which the experiment expects
public record ScheduleLagged(
        String variant,
        double lagSeconds,
        double responseSeconds,
        LateCause cause,
        OptionalDouble waitedShare,
        boolean expected)
        implements GeneratorFinding, OfPercentiles {
    public static final Kind KIND =
            GeneratorProblem.ScheduleLagged.KIND.with(
                    "; it affects response times only. A cause is the load generator where it waited for a processor for over %s of the window, the connections where over 1 %% of the requests were late and had found all in use, streams of HTTP/2 or their refusal where these delayed over 1 %% of the requests"
                            .formatted(Figures.percent(LoadLimits.P99_WAITS)),
                    "invalid; information, where errors are expected and "
                            + ResponseProblem.Errors.MANY);

    private static final String IN_USE =
            "over 1 % of the requests were late and had found all connections in use";

    public static Optional<ScheduleLagged> of(
            String variant, Workload workload, Traffic traffic, List<LoadResult> loads) {
        if (!(workload instanceof LoadModel.Open)) {
            return Optional.empty();
        }
        var lag = Histograms.merged(loads.stream().map(l -> l.generator().sendLag()));
        var responses =
                Histograms.merged(
                        loads.stream()
                                .flatMap(l -> l.intervals().stream())
                                .map(Second::responseTime));
        var waited = LateCause.waitedShare(loads);
        return GeneratorProblem.ScheduleLagged.in(lag, responses)
                .map(late ->
                        new ScheduleLagged(
                                variant,
                                late.lagSeconds(),
                                late.responseSeconds(),
                                LateCause.of(waited, loads),
                                waited,
                                Errors.manyExpected(traffic, loads)));
    }

    @Override
    public Severity severity() {
        return expected ? Severity.INFORMATION : Severity.INVALID;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%s; %s"
                        .formatted(
                                new GeneratorProblem.ScheduleLagged(lagSeconds, responseSeconds)
                                        .message(),
                                reason()),
                "the server did not get the load that was requested, and the wait before a request was sent counts as response time",
                remedy("use more connections", "a lower rate"));
    }

    @Override
    public FindingText ofLoad() {
        return words(LongerRun.UNKNOWN)
                .withRemedy(remedy("more connections (-c)", "a lower rate (-R)"));
    }

    private String reason() {
        var waited =
                "the load generator waited for a processor %.0f %% of the time"
                        .formatted(100 * waitedShare.orElse(0));
        return switch (cause) {
            case CONNECTIONS -> IN_USE;
            case GENERATOR -> waited;
            case BOTH -> waited + ", and " + IN_USE;
            case STREAMS ->
                    "the streams of HTTP/2 that the server allows on a connection were in use at times";
            case REFUSED -> "the server refused requests, and they were sent again";
            case UNKNOWN ->
                    waitedShare.isPresent()
                            ? "neither its connections nor a wait for a processor explains it"
                            : "its connections do not explain it";
        };
    }

    private String remedy(String connections, String rate) {
        var core = "a processor for the generator that the server does not use (taskset -c)";
        return switch (cause) {
            case CONNECTIONS -> connections + ", or " + rate;
            case GENERATOR -> core + ", or " + rate;
            case BOTH -> core + ", then " + connections + ", or " + rate;
            case STREAMS ->
                    "a higher limit of the server on concurrent streams, fewer streams on more connections (--streams), or "
                            + rate;
            case REFUSED ->
                    "the server's log, for why it refuses streams or closes connections, or "
                            + rate;
            case UNKNOWN -> rate + ", or more threads of the generator";
        };
    }
}
