package dev.loombench.analysis.validity.load;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.Streams;
import dev.loombench.text.Figures;
import java.util.List;
import java.util.Optional;

/// The server allows fewer streams on a connection of HTTP/2 than the load would use.
///
/// @param requested streams per connection
/// @param limit the lowest that the server has announced
/// @param waited requests that waited for a stream
public record StreamsLimited(String variant, int requested, long limit, long waited)
        implements LoadFinding {
    public static final Kind KIND =
            new Kind(
                    "streams-limited",
                    "streams per connection that the server allows",
                    "fewer than the load would use (SETTINGS_MAX_CONCURRENT_STREAMS)",
                    "note");

    /// @param all of the trials of a variant; those with HTTP/1.1 have none
    public static Optional<StreamsLimited> of(String variant, List<Streams> all) {
        return all.stream()
                .reduce(Streams::plus)
                .filter(Streams::isLimited)
                .map(streams ->
                        new StreamsLimited(
                                variant,
                                streams.perConnection(),
                                streams.usable(),
                                streams.waited()));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the server allows %s per connection, and the load would use %,d; %s waited for one"
                        .formatted(
                                Figures.counted(limit, "stream"),
                                requested,
                                Figures.counted(waited, "request")),
                "fewer requests are in flight than connections times streams; the wait is part of the response times",
                "raise the server's limit on concurrent streams, equally in every variant, or use fewer streams on more connections: --streams %,d"
                        .formatted(Math.max(1, limit)));
    }
}
