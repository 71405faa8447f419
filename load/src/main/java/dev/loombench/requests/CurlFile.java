package dev.loombench.requests;

import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.ShellWords;
import dev.loombench.text.TextFile;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;

/// Reads `curl` commands, as browsers copy them for a POSIX shell ("Copy as cURL").
///
/// Source: https://curl.se/docs/manpage.html.
public final class CurlFile {
    /// Maximum size of the file, as for an experiment.
    static final int MAX_BYTES = 1 << 20;

    private CurlFile() {}

    /// @throws WrongInput when the file cannot be read, is larger than 1 MiB or is wrong; names the
    ///   line
    public static GivenRequests read(Path file, Omissions omissions) {
        return parse(TextSanitizer.of(file.toString()), TextFile.read(file, MAX_BYTES), omissions);
    }

    /// @param label the name of the file in messages
    static GivenRequests parse(String label, String text, Omissions omissions) {
        var commands =
                ShellWords.ofFile(label, text).stream()
                        .map(words -> CurlCommand.of(label, words))
                        .toList();
        var variables = new HashSet<String>();
        commands.forEach(command -> variables.addAll(command.variables()));
        var secrets = new RequestSecrets(variables);
        var tally = new RequestTally();
        var origins = new LinkedHashSet<String>();
        for (var command : commands) {
            if (omissions.cookies()) {
                command.dropCookies();
            }
            command.addTo(tally, origins, secrets);
        }
        if (tally.isEmpty()) {
            throw new WrongInput(label + ": contains no curl command");
        }
        var notes = new ArrayList<String>();
        if (commands.stream().anyMatch(CurlCommand::followsRedirects)) {
            notes.add("redirects are not followed (-L of curl)");
        }
        CurlConnection.note(commands.stream().flatMap(command -> command.options().stream()))
                .ifPresent(notes::add);
        long lacking = commands.stream().filter(CurlCommand::lacksFile).count();
        if (lacking > 0) {
            notes.add(
                    "commands with a file without content, which browsers leave out: %,d; -F NAME=@FILE has it"
                            .formatted(lacking));
        }
        tally.rest().ifPresent(notes::add);
        var requests = tally.requests();
        return new GivenRequests(requests, secrets.sources(requests), List.copyOf(origins), notes);
    }
}
