package dev.loombench.launch.repository;

import dev.loombench.base.Sha256;
import dev.loombench.text.TextFile;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// The jars of a server in a repository, as `sha256sum` prints them. A release writes the list
/// beside the server's description.
///
/// @param id distinguishes this list from that of another release
/// @param jars at least one, the server's own first; no two have the same file name
public record JarList(String id, List<ListedJar> jars) {
    private static final int MAX_BYTES = 1 << 20;
    private static final int ID_LENGTH = 16;

    public JarList {
        jars = List.copyOf(jars);
    }

    /// @throws WrongInput when the file cannot be read or is no such list
    static JarList read(Path file) {
        var text = TextFile.read(file, MAX_BYTES);
        var label = TextSanitizer.of(file.toString());
        var jars = new ArrayList<ListedJar>();
        var names = new HashSet<String>();
        for (var line : text.lines().toList()) {
            int number = jars.size() + 1;
            var jar =
                    ListedJar.of(line)
                            .orElseThrow(() ->
                                    new WrongInput(
                                            "%s:%d: expected a SHA-256 and the path of a jar in a repository, was %s"
                                                    .formatted(
                                                            label,
                                                            number,
                                                            TextSanitizer.quoted(line))));
            if (!names.add(jar.name())) {
                throw new WrongInput(
                        "%s:%d: a second jar has the name %s"
                                .formatted(label, number, jar.name()));
            }
            jars.add(jar);
        }
        if (jars.isEmpty()) {
            throw new WrongInput(label + ": expected at least one jar");
        }
        var id = Sha256.of(text.getBytes(StandardCharsets.UTF_8)).substring(0, ID_LENGTH);
        return new JarList(id, jars);
    }
}
