package dev.loombench.analysis.validity.response;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.api.UnansweredProblem;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.Traffic;
import java.util.Optional;

/// A load without a good response, by what became of its requests.
public record NoGoodResponse(String variant, UnansweredProblem.NoGoodResponse problem)
        implements ResponseFinding {
    public static final Kind KIND = UnansweredProblem.NoGoodResponse.KIND;

    public static Optional<NoGoodResponse> of(String variant, Traffic traffic, LoadResult load) {
        return UnansweredProblem.NoGoodResponse.in(load, traffic)
                .map(problem -> new NoGoodResponse(variant, problem));
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Record figures() {
        return problem;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(problem.message(), "nothing was measured", remedy());
    }

    private String remedy() {
        return switch (problem.reason()) {
            case UNANSWERED ->
                    "check whether the server hangs (its log; of a JVM, loombench inspect PID), or give a longer --timeout";
            case UNENDED ->
                    "a stream without an end needs --hold, one of server-sent events --sse too; for others give a longer --timeout";
            case NO_CONNECTION ->
                    "check whether the server accepts connections (its log), and whether a firewall drops them";
            case NO_STREAM ->
                    "check the server's limit on concurrent streams; it may be 0 while the server stops";
            case NONE_DUE -> "give a longer --duration, or a higher rate";
            case TLS_EXPECTED ->
                    "use https:// (wss://, grpcs://) in place of http://; tcp:// has no form over TLS";
            case LATE -> "raise the deadline, or find what takes the server so long";
            case DEADLINE_UNSENT -> "use more connections, or raise the deadline";
            case LATE_OR_UNSENT ->
                    "use more connections, raise the deadline, or find what takes the server so long";
            case FAILED -> "check the URL and the server's log";
        };
    }
}
