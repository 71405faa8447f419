package dev.loombench.result.store;

import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.TrialResult;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;

/// One line of `trials.jsonl`: a trial without the part in separate files, and the checksums of
/// these files. The last key is `sha256`, the checksum of the line before that key, closed with
/// `}`.
///
/// @param files name -> checksum
public record TrialLine(
        Trial trial,
        Instant startedAt,
        long startedNanos,
        TrialOutcome outcome,
        Map<String, String> files) {
    private static final String KEY = ",\"sha256\":\"";
    private static final String END = "\"}";

    public TrialLine {
        files = new LinkedHashMap<>(files);
    }

    public static TrialLine of(TrialResult result, Map<String, String> files) {
        var line = TrialFiles.without(result);
        return new TrialLine(
                line.trial(), line.startedAt(), line.startedNanos(), line.outcome(), files);
    }

    public TrialResult result() {
        return new TrialResult(trial, startedAt, startedNanos, outcome);
    }

    /// The line, without its end.
    public String text() {
        var json = ResultJson.MAPPER.writeValueAsString(this);
        return json.substring(0, json.length() - 1) + KEY + Checksum.of(json) + END;
    }

    /// @throws IOException when the line differs from what was written
    public static TrialLine parse(String line) throws IOException {
        int key = line.length() - END.length() - Checksum.LENGTH - KEY.length();
        if (key < 0 || !line.startsWith(KEY, key) || !line.endsWith(END)) {
            throw new IOException("it is not a trial: it does not end with a checksum");
        }
        var json = line.substring(0, key) + "}";
        if (!line.startsWith(Checksum.of(json), key + KEY.length())) {
            throw new IOException(
                    "it differs from what the run wrote: its checksum does not match");
        }
        try {
            return ResultJson.MAPPER.readValue(json, TrialLine.class);
        } catch (JacksonException e) {
            throw new IOException("it is not a trial: " + e.getOriginalMessage(), e);
        }
    }
}
