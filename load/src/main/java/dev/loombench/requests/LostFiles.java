package dev.loombench.requests;

import java.util.regex.Pattern;

/// Forms with files as browsers copy them: with the names of the files, and without their content.
final class LostFiles {
    /// The rest of the headers of a part with the name of a file, and at once the next boundary.
    private static final Pattern EMPTY_FILE =
            Pattern.compile(
                    "(?i);\\s*filename=\"[^\"\\r\\n]++\"[^\\r\\n]*+\\r\\n(?:[^\\r\\n]++\\r\\n)*+\\r\\n\\r\\n--");

    private LostFiles() {}

    /// Whether a body has a part of a file without content.
    static boolean areIn(String body) {
        return EMPTY_FILE.matcher(body).find();
    }
}
