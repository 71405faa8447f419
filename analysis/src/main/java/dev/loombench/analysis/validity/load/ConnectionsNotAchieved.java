package dev.loombench.analysis.validity.load;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.api.ShortfallProblem;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.Traffic;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Fewer connections were open at once than requested.
///
/// @param established in the trial with the fewest
/// @param timedOut requests of that trial that timed out, which closes their connections
/// @param closed connections of that trial that the server closed, other than by an error of one
///   request
/// @param responses good ones of that trial
public record ConnectionsNotAchieved(
        String variant, int requested, int established, long timedOut, long closed, long responses)
        implements LoadFinding {
    /// Responses per connection below which the server's closing explains missing connections.
    private static final long FEW_RESPONSES = 10;

    public static final Kind KIND =
            ShortfallProblem.ConnectionsNotAchieved.KIND.with(
                    "; where as many requests timed out, which closes their connections, as connections are missing, or the server closed connections after %d responses each or fewer, the finding says that: limits of the server are one of several causes"
                            .formatted(FEW_RESPONSES),
                    "invalid");

    public static Optional<ConnectionsNotAchieved> of(
            String variant, Traffic traffic, List<LoadResult> loads) {
        return loads.stream()
                .filter(l ->
                        ShortfallProblem.ConnectionsNotAchieved.in(l.connections(), traffic)
                                .isPresent())
                .min(Comparator.comparingInt(l -> l.connections().established()))
                .map(l ->
                        new ConnectionsNotAchieved(
                                variant,
                                l.connections().requested(),
                                l.connections().established(),
                                l.counts().timedOut(),
                                ConnectionsClosed.withErrors(l),
                                l.counts().succeeded()));
    }

    /// Whether at least as many requests timed out as connections are missing: a limit of the
    /// server is then one of several causes.
    boolean followsTimeOuts() {
        return timedOut >= requested - established;
    }

    private boolean followsClosing() {
        return closed > 0 && responses <= FEW_RESPONSES * closed;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                new ShortfallProblem.ConnectionsNotAchieved(requested, established).message()
                        + cause(),
                "fewer requests could be in flight than the experiment says",
                followsTimeOuts()
                        ? "find why requests time out: a slow server, its limit on connections, or too short a time-out (%s)"
                                .formatted(LongerRun.inFile("load: {timeout: TIME}"))
                        : followsClosing()
                                ? "use %s if the server is meant to close them"
                                        .formatted(LongerRun.inFile("load: {keep-alive: false}"))
                                : "raise the server's limit on connections, the limit on open files (ulimit -n) or the backlog");
    }

    @Override
    public FindingText ofLoad() {
        return new FindingText(
                words(LongerRun.UNKNOWN).message(),
                "the server got less load than requested",
                followsTimeOuts()
                        ? "why requests time out: a slow server, its limit on connections, or too short a --timeout"
                        : followsClosing()
                                ? "--no-keep-alive, if the server is meant to close them"
                                : "the server's limit on connections, and its backlog");
    }

    /// What closed connections, where that explains the missing ones.
    private String cause() {
        if (followsTimeOuts()) {
            return "; %,d requests timed out, which closes their connections".formatted(timedOut);
        }
        return followsClosing()
                ? "; the server closed %,d connections, one per %.1f responses"
                        .formatted(closed, (double) responses / closed)
                : "";
    }
}
