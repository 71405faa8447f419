package dev.loombench.analysis.validity.load;

import dev.loombench.load.result.ErrorCodes;
import dev.loombench.load.result.Streams;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// Errors that the server sent by the frames of HTTP/2.
sealed interface ErrorCodeFinding extends LoadFinding permits ConnectionErrors, StreamErrors {
    /// The codes of all trials together, by one kind of frame; empty without any.
    ///
    /// @param all of the trials of a variant; those with HTTP/1.1 have none
    static Optional<Map<String, Long>> sum(
            List<Streams> all, Function<ErrorCodes, Map<String, Long>> ofFrames) {
        return all.stream()
                .map(Streams::errorCodes)
                .reduce(ErrorCodes::plus)
                .map(ofFrames)
                .filter(codes -> !codes.isEmpty());
    }

    static Map<String, Long> inOrder(Map<String, Long> codes) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(codes));
    }
}
