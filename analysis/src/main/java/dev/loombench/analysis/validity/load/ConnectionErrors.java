package dev.loombench.analysis.validity.load;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.ErrorCodes;
import dev.loombench.load.result.LoadResult;
import dev.loombench.text.TextSanitizer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The server ended connections of HTTP/2 with an error.
///
/// @param codes error code -> number of connections that GOAWAY ended with it, in order
/// @param reason of the first GOAWAY that had one, in the words of the server; empty without any
public record ConnectionErrors(
        String variant,
        Map<String, Long> codes,
        @JsonInclude(Include.NON_ABSENT) Optional<String> reason)
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

    /// @param loads of the trials of a variant; those with HTTP/1.1 have no codes
    public static Optional<ConnectionErrors> of(String variant, List<LoadResult> loads) {
        var streams = loads.stream().flatMap(load -> load.connections().streams().stream());
        return ErrorCodeFinding.sum(streams.toList(), ErrorCodes::goAway)
                .map(codes -> new ConnectionErrors(variant, codes, GoAwayReason.ofErrors(loads)));
    }

    @Override
    public FindingText words(LongerRun longer) {
        var text =
                ErrorCodeText.words(
                        "ended",
                        "connection",
                        codes,
                        "requests in flight on them failed or were sent again, and new connections were opened: that is part of every figure");
        var message =
                text.message()
                        + reason.map(words -> "; its reason is " + TextSanitizer.quoted(words))
                                .orElse("");
        return new FindingText(message, text.impact(), text.remedy());
    }
}
