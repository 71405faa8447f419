package dev.loombench.analysis.validity.load;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.HeaderListExcess;
import dev.loombench.load.result.Streams;
import java.util.List;
import java.util.Optional;

/// A request of HTTP/2 has more header fields than the server accepts.
///
/// @param size of its list of fields, bytes
/// @param limit of the server, bytes
public record HeadersLimited(String variant, long size, long limit) implements LoadFinding {
    public static final Kind KIND =
            new Kind(
                    "headers-limited",
                    "more header fields in a request of HTTP/2 than the server accepts (SETTINGS_MAX_HEADER_LIST_SIZE)",
                    "note");

    /// @param all of the trials of a variant; those with HTTP/1.1 have none
    public static Optional<HeadersLimited> of(String variant, List<Streams> all) {
        return all.stream()
                .flatMap(streams -> streams.headerList().stream())
                .findFirst()
                .map(excess -> new HeadersLimited(variant, excess.size(), excess.limit()));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                new HeaderListExcess(size, limit).text(),
                "the server may refuse such requests: by status 431, a reset stream or GOAWAY; clients of some libraries do not send them",
                "send fewer or shorter headers, or raise the server's limit");
    }
}
