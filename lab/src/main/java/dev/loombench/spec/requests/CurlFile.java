package dev.loombench.spec.requests;

import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextFile;
import dev.loombench.spec.text.TextSanitizer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// Reads `curl` commands, as browsers copy them for a POSIX shell ("Copy as cURL").
///
/// Source: https://curl.se/docs/manpage.html.
public final class CurlFile {
    /// Maximum size of the file, as for an experiment.
    static final int MAX_BYTES = 1 << 20;

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private CurlFile() {}

    /// @throws SpecError when the file cannot be read, is larger than 1 MiB or is wrong; names the
    ///   line
    public static ImportedRequests read(Path file) {
        return parse(TextSanitizer.of(file.toString()), TextFile.read(file, MAX_BYTES));
    }

    /// @param label the name of the file in messages
    static ImportedRequests parse(String label, String text) {
        var plain = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        var tally = new RequestTally();
        var origins = new LinkedHashSet<String>();
        boolean redirects = false;
        for (var words : CurlWords.split(label, plain)) {
            var command = CurlCommand.of(label, words);
            command.addTo(tally, origins);
            redirects |= command.followsRedirects();
        }
        if (tally.isEmpty()) {
            throw new SpecError(label + ": contains no curl command");
        }
        var notes = new ArrayList<String>();
        if (redirects) {
            notes.add("redirects are not followed (-L of curl)");
        }
        tally.rest().ifPresent(notes::add);
        return new ImportedRequests(tally.requests(), List.copyOf(origins), notes);
    }
}
