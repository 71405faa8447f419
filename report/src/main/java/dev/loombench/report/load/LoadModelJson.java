package dev.loombench.report.load;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.loombench.analysis.load.LoadRequest;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.Replay;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The load that was requested, for other programs.
///
/// @param model `open`, `closed` or `held-connections`
/// @param rate of an open model, requests/s, and `users` of a closed one: the mean over the window
/// @param profile of the rate or the users as written, where the level changes
/// @param requests their number, where that was requested
/// @param replay where the arrivals are those of a file
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record LoadModelJson(
        String model,
        OptionalDouble rate,
        OptionalDouble users,
        Optional<String> profile,
        Optional<String> arrival,
        OptionalLong thinkTimeNanos,
        Optional<String> thinkDistribution,
        OptionalDouble connectRate,
        OptionalLong requests,
        Optional<ReplayJson> replay,
        long seed) {

    /// Recorded arrivals.
    ///
    /// @param speed times that of the file
    /// @param resolutionNanos of the times in the file
    record ReplayJson(
            String file,
            int arrivals,
            double seconds,
            double speed,
            long resolutionNanos,
            boolean ownRequests,
            long seed) {
        static ReplayJson of(Replay replay, LoadModel.Open load) {
            return new ReplayJson(
                    replay.file().toString(),
                    replay.arrivals(),
                    replay.length().toNanos() / 1e9,
                    load.rate().at(0) / replay.rate(),
                    replay.resolution().toNanos(),
                    replay.ownRequests(),
                    replay.seed());
        }
    }

    /// @param window length, ns
    static LoadModelJson of(LoadRequest request, long window) {
        return switch (request.model()) {
            case LoadModel.Open open -> of(open, request, window);
            case LoadModel.Closed closed -> of(closed, request, window);
            case LoadModel.HeldConnections hold -> of(hold, request);
        };
    }

    private static LoadModelJson of(LoadModel.Open open, LoadRequest request, long window) {
        return new LoadModelJson(
                "open",
                OptionalDouble.of(open.rate().mean(window)),
                OptionalDouble.empty(),
                profile(open.rate()),
                Optional.of(open.arrival().name().toLowerCase(Locale.ROOT)),
                OptionalLong.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                request.requestCount(),
                request.traffic().replay().map(replay -> ReplayJson.of(replay, open)),
                request.seed());
    }

    private static LoadModelJson of(LoadModel.Closed closed, LoadRequest request, long window) {
        return new LoadModelJson(
                "closed",
                OptionalDouble.empty(),
                OptionalDouble.of(closed.users().mean(window)),
                profile(closed.users()),
                Optional.empty(),
                OptionalLong.of(closed.thinkTime().mean().toNanos()),
                Optional.of(closed.thinkTime().distribution().name().toLowerCase(Locale.ROOT)),
                OptionalDouble.empty(),
                request.requestCount(),
                Optional.empty(),
                request.seed());
    }

    private static LoadModelJson of(LoadModel.HeldConnections hold, LoadRequest request) {
        return new LoadModelJson(
                "held-connections",
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                OptionalDouble.of(hold.connectRate()),
                request.requestCount(),
                Optional.empty(),
                request.seed());
    }

    private static Optional<String> profile(LoadProfile profile) {
        return profile.isConstant() ? Optional.empty() : Optional.of(profile.text());
    }
}
