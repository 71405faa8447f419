package dev.loombench.run.remote;

import dev.loombench.text.CommandWords;
import dev.loombench.text.FileFault;
import dev.loombench.text.OwnFile;
import dev.loombench.text.TextFile;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// The file of `--allow`: a line per entry, `#` for comments.
///
/// ```
/// command java -jar /srv/shop.jar --server.port={port} ...
/// folder /srv
/// variable SPRING_PROFILES_ACTIVE
/// jvm-flag -Xlog:gc*
/// setting database=jdbc:postgresql://127.0.0.1:5432/bank
/// ```
public final class AllowFile {
    private AllowFile() {}

    /// @throws WrongInput when it cannot be read, other users can change it, or a line is wrong
    public static Allowance read(Path file) {
        var name = TextSanitizer.of(file.toString());
        requireOwn(file, name);
        var commands = new ArrayList<List<String>>();
        var folders = new HashSet<Path>();
        var variables = new HashSet<String>();
        var flags = new HashSet<String>();
        var settings = new HashSet<String>();
        int number = 0;
        for (var line : TextFile.read(file).lines().map(String::strip).toList()) {
            number++;
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            var parts = line.split("\\s+", 2);
            var value = parts.length == 2 ? parts[1].strip() : "";
            if (value.isEmpty()) {
                throw wrong(name, number, line);
            }
            switch (parts[0]) {
                case "command" -> commands.add(command(value, name, number));
                case "folder" -> folders.add(folder(value, name, number));
                case "variable" -> variables.add(value);
                case "jvm-flag" -> flags.add(value);
                case "setting" -> settings.add(value);
                default -> throw wrong(name, number, line);
            }
        }
        return new Allowance(commands, folders, variables, flags, settings);
    }

    private static void requireOwn(Path file, String name) {
        try {
            if (Files.exists(file)) {
                OwnFile.problem(file)
                        .ifPresent(problem -> {
                            throw new WrongInput("the file %s %s".formatted(name, problem));
                        });
            }
        } catch (IOException e) {
            throw new WrongInput("the file %s cannot be read: %s".formatted(name, FileFault.of(e)));
        }
    }

    private static List<String> command(String text, String name, int number) {
        var words = CommandWords.split(text);
        if (words.getFirst().equals(Allowance.REST)) {
            throw new WrongInput("%s:%d: a command must name its program".formatted(name, number));
        }
        return words;
    }

    private static Path folder(String text, String name, int number) {
        var folder = Path.of(text);
        if (!folder.isAbsolute()) {
            throw new WrongInput("%s:%d: a folder must be absolute".formatted(name, number));
        }
        return folder.normalize();
    }

    private static WrongInput wrong(String name, int number, String line) {
        return new WrongInput(
                "%s:%d: expected command WORDS, folder PATH, variable NAME, jvm-flag FLAG or setting NAME=VALUE, was %s"
                        .formatted(name, number, TextSanitizer.quoted(line)));
    }
}
