package dev.loombench.cli.compare;

import dev.loombench.spec.Endpoint;
import dev.loombench.spec.RequestThreads;
import dev.loombench.spec.SameAnswers;
import dev.loombench.spec.text.CommandWords;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// A variant of a comparison: its name and its command, or the URL of a service that already runs.
///
/// @param words program and arguments, which may contain `{port}`; or one URL
/// @param expects the threads that run requests if its settings are in force; empty where unknown
public record NamedCommand(String name, List<String> words, Optional<RequestThreads> expects) {
    private static final Pattern URL =
            Pattern.compile("(https?|tcp)://.*", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    public NamedCommand {
        words = List.copyOf(words);
    }

    static boolean isUrl(String text) {
        return URL.matcher(text).matches();
    }

    /// A service that already runs, named by its host and port.
    ///
    /// @throws SpecError when the URL is not supported
    static NamedCommand ofUrl(String url) {
        return new NamedCommand(endpoint(url).address(), List.of(url), Optional.empty());
    }

    /// @throws SpecError when the URL is not supported
    static NamedCommand ofUrl(String name, String url) {
        var _ = endpoint(url);
        return new NamedCommand(name, List.of(url), Optional.empty());
    }

    private static Endpoint endpoint(String url) {
        return new Endpoint(url, OptionalLong.empty(), SameAnswers.BODY);
    }

    /// Whether it is a service that already runs.
    boolean isRunning() {
        return words.size() == 1 && isUrl(words.getFirst());
    }

    boolean hasPath() {
        return isRunning() && endpoint(words.getFirst()).path().isPresent();
    }

    /// The URL, or the command on one line.
    public String summary() {
        return isRunning() ? words.getFirst() : CommandWords.join(words);
    }

    /// @param option that has the paths
    /// @throws SpecError when it is a URL with a path
    public void requireNoPath(String option) {
        if (hasPath()) {
            throw new SpecError(
                    "%s does not go with %s, which has a path"
                            .formatted(option, TextSanitizer.quoted(words.getFirst())));
        }
    }
}
