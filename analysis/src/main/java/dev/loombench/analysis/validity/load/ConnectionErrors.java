package dev.loombench.analysis.validity.load;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.ErrorCodes;
import dev.loombench.load.result.Streams;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The server ended connections of HTTP/2 with an error.
///
/// @param codes error code -> number of connections that GOAWAY ended with it, in order
public record ConnectionErrors(String variant, Map<String, Long> codes)
        implements ErrorCodeFinding {
    public static final Kind KIND =
            new Kind(
                    "connection-errors",
                    "connections of HTTP/2 that ended with an error",
                    "any that the server ended by GOAWAY with another code than NO_ERROR",
                    "note");

    public ConnectionErrors {
        codes = ErrorCodeFinding.inOrder(codes);
    }

    /// @param all of the trials of a variant; those with HTTP/1.1 have none
    public static Optional<ConnectionErrors> of(String variant, List<Streams> all) {
        return ErrorCodeFinding.sum(all, ErrorCodes::goAway)
                .map(codes -> new ConnectionErrors(variant, codes));
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return ErrorCodeText.words(
                "ended",
                "connection",
                codes,
                "requests in flight on them failed or were sent again, and new connections were opened: that is part of every figure");
    }
}
