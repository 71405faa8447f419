package dev.loombench.cli.plan;

import dev.loombench.cli.option.TypedWord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The files that the options of a load name: those of this machine that it reads, and those that
/// it writes.
record LoadFiles(List<Read> read, List<Path> written) {
    static final LoadFiles NONE = new LoadFiles(List.of(), List.of());

    private static final String BODY = "--body";
    private static final String FILE_OF_BODY = "@";
    private static final String EXPORT = "--export";

    LoadFiles {
        read = List.copyOf(read);
        written = List.copyOf(written);
    }

    /// A file that the load reads.
    ///
    /// @param word index of the word that names it, among those of the options
    /// @param prefix of the file in the word
    record Read(int word, String prefix, Path file) {
        /// Its name in a folder with all of them.
        String name() {
            return "%d-%s".formatted(word, file.getFileName());
        }
    }

    /// @param load the command
    /// @param words its options; those with a value are two words
    static LoadFiles of(CommandSpec load, List<TypedWord> words) {
        var read = new ArrayList<Read>();
        var written = new ArrayList<Path>();
        int next = 0;
        for (var word : words) {
            next++;
            if (word instanceof TypedWord.Option option && option.value().isPresent()) {
                var value = option.value().get();
                if (option.longName().equals(EXPORT)) {
                    written.add(Path.of(value.substring(value.indexOf('=') + 1)));
                } else {
                    var prefix = prefix(load, option, value);
                    if (prefix.isPresent()) {
                        var file = Path.of(value.substring(prefix.get().length()));
                        read.add(new Read(next, prefix.get(), file));
                    }
                }
                next++;
            }
        }
        // one that is not here is in the image
        return new LoadFiles(
                read.stream().filter(named -> Files.isRegularFile(named.file())).toList(), written);
    }

    /// What a value has in front of its file; empty where it names none.
    private static Optional<String> prefix(
            CommandSpec load, TypedWord.Option option, String value) {
        if (option.longName().equals(BODY)) {
            return value.startsWith(FILE_OF_BODY) ? Optional.of(FILE_OF_BODY) : Optional.empty();
        }
        return Optional.ofNullable(load.optionsMap().get(option.name()))
                .filter(LoadFiles::takesFile)
                .map(_ -> "");
    }

    private static boolean takesFile(OptionSpec option) {
        return Path.class.equals(option.type());
    }
}
