package dev.loombench.experiment.yaml;

import dev.loombench.requests.AccessLog;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.Values;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Parses `replay` in `load`: an access log, whose requests are sent unless others are given.
final class ReplayParser {
    /// The seed of times within a second: the seed of a run decides no figure of its experiment.
    private static final long SEED = 1;

    private static final List<String> REQUESTS =
            List.of("request", "requests", "requests-file", "path", "line");

    private ReplayParser() {}

    /// Whether the requests are those of the log.
    static boolean hasRequests(MappingReader load) {
        return load.has("replay")
                && !load.has("protocol")
                && REQUESTS.stream().noneMatch(load::has);
    }

    /// Reads the log; empty where there is none, or it is wrong.
    static Optional<AccessLog.Replayed> log(MappingReader load, Path folder) {
        return load.read(
                "replay",
                node ->
                        AccessLog.replay(
                                folder.resolve(Values.path(node)), hasRequests(load), SEED));
    }
}
