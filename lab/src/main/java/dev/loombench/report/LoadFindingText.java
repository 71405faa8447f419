package dev.loombench.report;

import dev.loombench.analysis.validity.LoadFinding;
import dev.loombench.analysis.validity.LoadFinding.ArrivalsOmitted;
import dev.loombench.analysis.validity.LoadFinding.ConnectionsClosed;
import dev.loombench.analysis.validity.LoadFinding.ConnectionsNotAchieved;
import dev.loombench.analysis.validity.LoadFinding.Errors;
import dev.loombench.analysis.validity.LoadFinding.RequestsNotSent;
import dev.loombench.analysis.validity.LoadFinding.WindowTooShort;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Findings about the load that a server got, in words.
final class LoadFindingText {
    private LoadFindingText() {}

    static FindingText of(LoadFinding finding) {
        return switch (finding) {
            case ConnectionsNotAchieved missing -> connections(missing);
            case RequestsNotSent(var variant, var requested, var sent) ->
                    new FindingText(
                            "%s: %,d requests were planned, and %,d were sent before the time limit"
                                    .formatted(variant, requested, sent),
                            "the variants did different amounts of work",
                            "use a longer limit (max of measure, in the file), or fewer requests");
            case Errors errors -> errors(errors);
            case ConnectionsClosed(var variant, var responses) ->
                    new FindingText(
                            "%s: the server closed connections after about %s responses each"
                                    .formatted(variant, Format.number(responses)),
                            "opening a new one costs both sides, and that cost is part of every figure",
                            "raise the server's limit on keep-alive requests, equally in every variant; that of Spring Boot with Tomcat is server.tomcat.max-keep-alive-requests, by default 100");
            case ArrivalsOmitted(var variant, var sent, var arriving) ->
                    new FindingText(
                            "%s: the p99 of the requests that its users sent is %s, that of a request that arrives at any moment %s"
                                    .formatted(variant, Format.time(sent), Format.time(arriving)),
                            "the server stands still at times, when waiting users send nothing; or requests differ in cost, and the second figure is too high",
                            "measure with an open load (-R), which needs no estimate");
            case WindowTooShort tooShort ->
                    new FindingText(
                            "%s: the window was %.1f s, and one response in a hundred took over %.1f s"
                                    .formatted(
                                            tooShort.variant(),
                                            tooShort.windowSeconds(),
                                            tooShort.p99Seconds()),
                            "each user got only a few responses: the edges of the window dominate the count",
                            "use a longer window (%s)"
                                    .formatted(
                                            LongerRun.window(
                                                    LongerRun.inSteps(tooShort.goodSeconds()))));
        };
    }

    private static FindingText connections(ConnectionsNotAchieved missing) {
        return new FindingText(
                "%s: %,d connections were requested and %,d established%s"
                        .formatted(
                                missing.variant(),
                                missing.requested(),
                                missing.established(),
                                missing.followsTimeOuts()
                                        ? "; %,d requests timed out, which closes their connections"
                                                .formatted(missing.timedOut())
                                        : ""),
                "fewer users were in flight than the experiment says",
                missing.followsTimeOuts()
                        ? "find why requests time out: a slow server, its limit on connections, or too short a time-out (%s)"
                                .formatted(LongerRun.inFile("load: {timeout: TIME}"))
                        : "raise the server's limit on connections, the limit on open files (ulimit -n) or the backlog");
    }

    private static FindingText errors(Errors errors) {
        var kinds = kinds(errors.kinds());
        return errors.expected()
                ? new FindingText(
                        "%s: %,d requests (%.2f %%) failed, which is expected here: %s"
                                .formatted(
                                        errors.variant(),
                                        errors.errors(),
                                        100 * errors.share(),
                                        kinds),
                        "throughput counts good responses within the time-out, and CPU per request includes the cost of failed requests",
                        "see server.log in the trial's folder if other errors were expected")
                : new FindingText(
                        "%s: %,d requests (%.2f %%) failed: %s"
                                .formatted(
                                        errors.variant(),
                                        errors.errors(),
                                        100 * errors.share(),
                                        kinds),
                        "throughput and response times are those of the good responses alone",
                        "see server.log in the trial's folder");
    }

    /// As in `status-5xx 70, timeout 3`.
    private static String kinds(Map<String, Long> kinds) {
        return new TreeMap<>(kinds)
                .entrySet().stream()
                        .map(e -> e.getKey() + " " + e.getValue())
                        .collect(Collectors.joining(", "));
    }
}
