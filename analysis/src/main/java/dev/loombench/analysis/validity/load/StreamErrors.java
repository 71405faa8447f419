package dev.loombench.analysis.validity.load;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.ErrorCodes;
import dev.loombench.load.result.Streams;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The server reset streams of HTTP/2, whose requests failed.
///
/// @param codes error code -> number of requests that RST_STREAM ended with it, in order
public record StreamErrors(String variant, Map<String, Long> codes) implements ErrorCodeFinding {
    public static final Kind KIND =
            new Kind(
                    "stream-errors",
                    "requests whose stream the server reset",
                    "any request that RST_STREAM ended; those with REFUSED_STREAM are sent again",
                    "note");

    public StreamErrors {
        codes = ErrorCodeFinding.inOrder(codes);
    }

    /// @param all of the trials of a variant; those with HTTP/1.1 have none
    public static Optional<StreamErrors> of(String variant, List<Streams> all) {
        return ErrorCodeFinding.sum(all, ErrorCodes::reset)
                .map(codes -> new StreamErrors(variant, codes));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return ErrorCodeText.words(
                "reset",
                "request",
                codes,
                "throughput and response times are those of the good responses alone");
    }
}
