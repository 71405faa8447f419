package dev.loombench.launch.process.output;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The last lines of an output for a message. Of a stack trace it has the first frames only, so
/// that the exceptions are visible.
public final class LogExcerpt {
    private static final Pattern FRAME = Pattern.compile("\\s+(at \\S|\\.\\.\\. \\d+ )");

    /// Frames shown of each exception.
    private static final int MAX_FRAMES = 2;

    private LogExcerpt() {}

    public static List<String> of(List<String> lines, int maxLines) {
        var kept = new ArrayList<String>();
        int frames = 0;
        for (var line : lines) {
            frames = FRAME.matcher(line).lookingAt() ? frames + 1 : 0;
            if (frames <= MAX_FRAMES) {
                kept.add(line);
            }
        }
        return kept.subList(Math.max(0, kept.size() - maxLines), kept.size());
    }
}
