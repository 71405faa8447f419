package dev.loombench.cli.inspect;

import dev.loombench.analysis.concurrency.ConfiguredLimits;
import dev.loombench.cli.compare.NamedCommand;
import dev.loombench.cli.compare.ServiceExperiments;
import dev.loombench.cli.compare.StartSettings;
import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.Target;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.observe.proc.ProcessNamespaces;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The experiment that shows whether a remedy helps: the service's own command, with and without
/// the setting of the most important finding that has one.
///
/// It is written only where that command can be repeated: it runs `java`, in no container, names
/// its port or runs a jar of a framework with a property for it, has no options in a file, and
/// contains no secret.
final class RemedyExperiment {
    /// Of the value; a file has the name that it is given.
    private static final String NAME = "remedy";

    /// The port of the server itself; that of a backend, as `spring.data.redis.port`, stays.
    private static final Pattern PORT =
            Pattern.compile(
                    "((?:--|-D)(?:(?:micronaut\\.)?server\\.|(?:(?:quarkus|jetty|jboss|play\\.server)\\.)?http\\.)?port=)\\d{1,5}");

    /// Further ports on which a service listens; 0 is any free one.
    private static final Pattern OTHER_PORT =
            Pattern.compile(
                    "((?:--|-D)(?:management\\.server|quarkus\\.management|com\\.sun\\.management\\.jmxremote(?:\\.rmi)?)\\.port=)\\d{1,5}");

    /// `--port`, `-port`, `--server.port`, before a word with the number.
    private static final Pattern PORT_OPTION = Pattern.compile("--?((server|http)[.-])?port");

    /// The agent of a debugger, whose port the inspected process has.
    private static final Pattern DEBUGGER = Pattern.compile("(-agentlib:jdwp|-Xrunjdwp).*");

    /// Options that replace the largest heap, or that a smaller one contradicts.
    private static final Pattern HEAP =
            Pattern.compile("-Xms.*|-XX:(Max|Min|Initial|SoftMax)HeapSize=.*");

    private static final String JAR = "-jar";

    /// Words that stand for those of a file, which may replace the setting.
    private static final Pattern WORDS_FILE = Pattern.compile("@.+|-XX:VMOptionsFile=.*");

    private static final Pattern MOST_CARRIERS =
            Pattern.compile("-D" + Pattern.quote(Setting.MOST_CARRIERS) + "=(\\d{1,9})");

    private RemedyExperiment() {}

    /// @throws WrongInput when there is no such experiment
    static Experiment of(Diagnosis diagnosis) {
        var finding =
                diagnosis.findings().stream()
                        .filter(f -> f.setting().isPresent())
                        .findFirst()
                        .orElseThrow(() -> none("no finding has a setting to compare"));
        var setting = finding.setting().orElseThrow();
        var words = repeatable(diagnosis);
        var services =
                List.of(
                        variant(words, setting.present(), setting),
                        variant(words, setting.proposed(), setting));
        var traffic = Traffic.of(Request.get("/", Request.DEFAULT_TIMEOUT));
        return ServiceExperiments.byDefault(
                NAME,
                question(finding, setting),
                start(diagnosis.target().livePid()).variants(services, traffic),
                traffic,
                Defaults.COMPARISON_USERS);
    }

    private static String question(ServiceFinding finding, Setting setting) {
        return "Does %s%d help against %s?"
                .formatted(setting.flag(), setting.proposed(), finding.id());
    }

    private static NamedCommand variant(List<String> words, long value, Setting setting) {
        var command = new ArrayList<>(words);
        command.removeIf(word -> sets(word, setting));
        if (setting.property().equals(Setting.CARRIERS)) {
            command.replaceAll(word -> allowing(value, word));
        }
        command.add(1, setting.flag() + value);
        return new NamedCommand(name(setting, value), command, Optional.empty());
    }

    /// Of several words that set the same, the JVM takes the last.
    private static boolean sets(String word, Setting setting) {
        return word.startsWith(setting.flag())
                || ConfiguredLimits.sets(word, setting.property())
                || (setting.property().equals(Setting.HEAP) && HEAP.matcher(word).matches());
    }

    /// A word of the command; the limit of the carriers is at least their number.
    private static String allowing(long carriers, String word) {
        var limit = MOST_CARRIERS.matcher(word);
        return limit.matches() && Long.parseLong(limit.group(1)) < carriers
                ? "-D%s=%d".formatted(Setting.MOST_CARRIERS, carriers)
                : word;
    }

    /// `carriers-48`, `heap-256m`, `pool-20`.
    private static String name(Setting setting, long value) {
        var subject =
                switch (setting.property()) {
                    case Setting.HEAP -> "heap";
                    case Setting.CARRIERS -> "carriers";
                    case Setting.METASPACE -> "metaspace";
                    case Setting.CLASS_SPACE -> "class-space";
                    case Setting.CODE_CACHE -> "code-cache";
                    case Setting.DIRECT -> "direct-memory";
                    default -> "pool";
                };
        return subject + "-" + setting.text(value);
    }

    private static boolean isContained(long pid) {
        var namespaces = ProcessNamespaces.of(pid);
        return Files.exists(namespaces.process()) && !namespaces.finds(Path.of("/"));
    }

    /// The words of a command that the launcher of the JVM reads; all where no jar ends them.
    private static List<String> options(List<String> words) {
        int jar = words.indexOf(JAR);
        return jar < 0 ? words : words.subList(0, jar);
    }

    /// Whether an argument is the port.
    private static boolean takesPort(List<String> words) {
        return words.stream().anyMatch(word -> word.contains(ServiceCommand.PORT));
    }

    /// The words of a jar whose port is in a file, in a variable or the default, which the property
    /// of its framework replaces; as they are where no framework is known.
    private static List<String> withProperty(List<String> words, Evidence evidence) {
        var ported = new ArrayList<>(words);
        if (words.contains(JAR)) {
            evidence.application().frameworks().stream()
                    .findFirst()
                    .ifPresent(framework ->
                            ported.add(1, "-D" + framework.port() + "=" + ServiceCommand.PORT));
        }
        return ported;
    }

    /// Checks what is known before an observation: whether the command can be repeated.
    ///
    /// @throws WrongInput when it cannot
    static void requireRepeatable(Target target) {
        var words = target.words();
        if (words.isEmpty() || !ServiceCommand.isJava(words.getFirst())) {
            throw none("its command line does not begin with java");
        }
        if (words.stream().anyMatch(word -> !target.mask().of(word).equals(word))) {
            throw none("its command line contains a secret");
        }
        if (options(words).stream().anyMatch(word -> WORDS_FILE.matcher(word).matches())) {
            throw none(
                    "its command line has further options in a file, which may replace the setting");
        }
        if (isContained(target.livePid())) {
            throw none("it runs in a container, whose files its command needs");
        }
        if (!words.contains(JAR) && !takesPort(withPort(words))) { // a jar's framework may have one
            throw noPort();
        }
    }

    private static List<String> repeatable(Diagnosis diagnosis) {
        requireRepeatable(diagnosis.target());
        var ported = withPort(diagnosis.target().words());
        ported.removeIf(word -> DEBUGGER.matcher(word).matches());
        if (!takesPort(ported)) {
            ported = withProperty(ported, diagnosis.evidence());
        }
        if (!takesPort(ported)) {
            throw noPort();
        }
        return ported;
    }

    private static WrongInput noPort() {
        return none(
                "its command line has no port that the lab could replace, as in --server.port=8080");
    }

    private static List<String> withPort(List<String> words) {
        var ported = new ArrayList<String>();
        for (var word : words) {
            var port = PORT.matcher(word);
            var other = OTHER_PORT.matcher(word);
            if (port.matches()) {
                ported.add(port.group(1) + ServiceCommand.PORT);
            } else if (other.matches()) {
                ported.add(other.group(1) + "0");
            } else if (!ported.isEmpty()
                    && PORT_OPTION.matcher(ported.getLast()).matches()
                    && word.matches("\\d{1,5}")) {
                ported.add(ServiceCommand.PORT);
            } else {
                ported.add(word);
            }
        }
        return ported;
    }

    private static WrongInput none(String reason) {
        return new WrongInput("no experiment for --then-compare: " + reason);
    }

    /// In the folder of the process.
    private static StartSettings start(long pid) {
        try {
            return StartSettings.in(
                    Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd")));
        } catch (IOException e) {
            return StartSettings.byDefault(); // it has ended, or there is no /proc
        }
    }
}
