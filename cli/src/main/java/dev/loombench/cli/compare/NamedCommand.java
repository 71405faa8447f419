package dev.loombench.cli.compare;

import dev.loombench.experiment.variant.CommandSecrets;
import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.load.option.OptionValues;
import dev.loombench.report.scope.CpusText;
import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.CommandWords;
import dev.loombench.text.PlainText;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.UrlText;
import dev.loombench.text.WrongInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A variant of a comparison: its name and its command, or the URL of a service that already runs.
///
/// @param words program and arguments, which may contain `{port}`; or one URL
/// @param expects the threads that run requests if its settings are in force; empty where unknown
/// @param jdk empty for that of the command
/// @param cpus empty for all processors
public record NamedCommand(
        String name,
        List<String> words,
        Optional<RequestThreads> expects,
        Optional<Jdk> jdk,
        Optional<Cpus> cpus) {
    private static final Pattern URL =
            Pattern.compile("(https?|tcp)://.*", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    public NamedCommand {
        var given = name;
        name = OptionValues.of("the name of a variant", () -> PlainText.line(given));
        words = words.stream().map(word -> checked(given, word)).toList();
    }

    private static String checked(String name, String word) {
        return OptionValues.of(
                "an argument of " + TextSanitizer.quoted(name), () -> PlainText.argument(word));
    }

    /// A command on its own JDK and on all processors.
    public NamedCommand(String name, List<String> words, Optional<RequestThreads> expects) {
        this(name, words, expects, Optional.empty(), Optional.empty());
    }

    static boolean isUrl(String text) {
        return URL.matcher(text).matches();
    }

    /// A service that already runs, named by its host and port.
    ///
    /// @throws WrongInput when the URL is not supported, or may have a secret
    static NamedCommand ofUrl(String url) {
        return new NamedCommand(endpoint(url).address(), List.of(url), Optional.empty());
    }

    /// @throws WrongInput when the URL is not supported
    static NamedCommand ofUrl(String name, String url) {
        var _ = endpoint(url);
        return new NamedCommand(name, List.of(url), Optional.empty());
    }

    private static Endpoint endpoint(String url) {
        var endpoint = new Endpoint(url, OptionalLong.empty(), SameAnswers.BODY);
        var path = UrlText.target(UrlText.parse(url));
        var shown = RequestSecrets.maskedPath(path);
        if (!shown.equals(path)) {
            throw new WrongInput(
                    "the URL of %s has a value that may be a secret, as in %s, and results contain URLs; give its path by --path, whose secrets they do not contain"
                            .formatted(endpoint.address(), shown));
        }
        return endpoint;
    }

    /// Whether it is a service that already runs.
    boolean isRunning() {
        return words.size() == 1 && isUrl(words.getFirst());
    }

    /// Whether it is a URL without TLS.
    boolean isPlainUrl() {
        return isRunning() && !endpoint(words.getFirst()).isSecured();
    }

    boolean hasPath() {
        return isRunning() && endpoint(words.getFirst()).path().isPresent();
    }

    /// The URL, or the command on one line, in which `***` stands for values that may be secrets.
    public String summary() {
        return isRunning() ? words.getFirst() : CommandWords.join(CommandSecrets.masked(words));
    }

    /// ` (JDK 21, 2 CPUs)`; empty where it has the JDK of the command and all processors.
    String platform() {
        var parts =
                Stream.of(jdk.map(j -> "JDK " + j.text()), cpus.map(CpusText::of))
                        .flatMap(Optional::stream)
                        .collect(Collectors.joining(", "));
        return parts.isEmpty() ? "" : " (" + parts + ")";
    }

    /// @param option that has the paths
    /// @throws WrongInput when it is a URL with a path
    void requireNoPath(String option) {
        if (hasPath()) {
            throw new WrongInput(
                    "%s does not go with %s, which has a path"
                            .formatted(option, TextSanitizer.quoted(words.getFirst())));
        }
    }

    NamedCommand withName(String other) {
        return new NamedCommand(other, words, expects, jdk, cpus);
    }

    /// @throws WrongInput when it is a URL
    NamedCommand withJdk(Jdk other) {
        requireStarted("--jdk");
        return new NamedCommand(name, words, expects, Optional.of(located(other)), cpus);
    }

    /// The same JDK, for an experiment in any folder.
    private static Jdk located(Jdk jdk) {
        return switch (jdk) {
            case Jdk.Home(var folder) -> new Jdk.Home(folder.toAbsolutePath().normalize());
            case Jdk.Version version -> version;
        };
    }

    /// @throws WrongInput when it is a URL
    NamedCommand withCpus(Cpus some) {
        requireStarted("--cpus");
        return new NamedCommand(name, words, expects, jdk, Optional.of(some));
    }

    /// @throws WrongInput when the command does not begin with `java`
    NamedCommand withAgent(JavaAgent agent) {
        requireStarted("--java-agent");
        if (!ServiceCommand.isJava(words.getFirst())) {
            throw new WrongInput(
                    "--java-agent goes with jars and commands that begin with java, not with "
                            + TextSanitizer.quoted(summary()));
        }
        var longer = new ArrayList<>(words);
        longer.add(1, agent.flag());
        return new NamedCommand(name, longer, expects, jdk, cpus);
    }

    private void requireStarted(String option) {
        if (isRunning()) {
            throw new WrongInput(
                    "%s does not go with a URL, whose service already runs".formatted(option));
        }
    }
}
