package dev.loombench.run.remote;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Dependencies.TrialCommand;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.text.CommandWords;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What an agent starts for a controller: servers of the lab with flags that only size and tune
/// their JVM, and what its owner has listed.
///
/// @param commands words of commands; `...` at the end stands for any further words
/// @param folders working directories
/// @param variables names of variables of the environment that a controller may set or use
/// @param jvmFlags further flags for servers of the lab
/// @param settings addresses that a setting of such a server may have, as in `database=jdbc:…`
public record Allowance(
        List<List<String>> commands,
        Set<Path> folders,
        Set<String> variables,
        Set<String> jvmFlags,
        Set<String> settings) {
    /// Servers of the lab only.
    public static final Allowance SERVERS_OF_THE_LAB =
            new Allowance(List.of(), Set.of(), Set.of(), Set.of(), Set.of());

    /// The end of a command that may be followed by any words.
    static final String REST = "...";

    /// By name and value: a flag of the same form may write a file, or run a program.
    private static final Pattern HARMLESS =
            Pattern.compile(
                    "-Xm[sxn]\\d{1,9}[kKmMgG]?|-Xss\\d{1,9}[kKmMgG]?|-Xshare:(auto|on|off)"
                            + "|-XX:[+-](Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC"
                            + "|UseCompressedOops|UseCompactObjectHeaders|UseStringDeduplication|UseNUMA"
                            + "|UseTransparentHugePages|UseLargePages|UseContainerSupport|UseTLAB"
                            + "|UseAdaptiveSizePolicy|UseDynamicNumberOf(GC|Compiler)Threads"
                            + "|AlwaysPreTouch|TieredCompilation|ZGenerational)"
                            + "|-XX:(ActiveProcessorCount|ParallelGCThreads|ConcGCThreads|CICompilerCount"
                            + "|MaxGCPauseMillis)=\\d{1,9}"
                            + "|-XX:(Initial|Max|Min)RAMPercentage=\\d{1,3}(\\.\\d{1,9})?"
                            + "|-XX:TieredStopAtLevel=[0-4]"
                            + "|-XX:(Max(Heap|New|Metaspace|DirectMemory)Size|InitialHeapSize|NewSize"
                            + "|ReservedCodeCacheSize|G1HeapRegionSize|SoftMaxHeapSize)=\\d{1,9}[kKmMgG]?"
                            + "|-XX:NativeMemoryTracking=(off|summary|detail)"
                            + "|-Djdk\\.virtualThreadScheduler\\.(parallelism|maxPoolSize|minRunnable)=\\d{1,9}"
                            + "|-Djdk\\.tracePinnedThreads=(full|short)"
                            + "|--enable-preview");

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");

    public Allowance {
        commands = commands.stream().map(List::copyOf).toList();
        folders = Set.copyOf(folders);
        variables = Set.copyOf(variables);
        jvmFlags = Set.copyOf(jvmFlags);
        settings = Set.copyOf(settings);
    }

    /// @throws WrongInput when an experiment needs something else; it names all of it
    void require(Experiment experiment) {
        var dependencies = experiment.dependencies();
        var refused = new ArrayList<String>();
        experiment.launched().forEach(launched -> refused.addAll(refused(launched)));
        Stream.of(dependencies.beforeEach(), dependencies.afterEach())
                .flatMap(Optional::stream)
                .map(TrialCommand::words)
                .filter(words -> !allows(words))
                .forEach(words -> refused.add("command " + CommandWords.join(words)));
        if (!refused.isEmpty()) {
            throw new WrongInput(
                    "it does not allow what the experiment needs; its owner can add to the file of --allow:%n%s"
                            .formatted(
                                    String.join(
                                            "%n".formatted(),
                                            refused.stream()
                                                    .distinct()
                                                    .map(line -> "  " + TextSanitizer.of(line))
                                                    .toList())));
        }
    }

    /// What is not allowed of a program, as lines of the file.
    private List<String> refused(LaunchConfiguration launched) {
        var refused = new ArrayList<String>();
        switch (launched.subject()) {
            case ZooServer server -> {
                server.jvm().stream()
                        .filter(flag -> !allowsFlag(flag))
                        .forEach(flag -> refused.add("jvm-flag " + flag));
                server.settings().entrySet().stream()
                        .filter(setting -> isAddress(setting.getValue()))
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .filter(setting -> !settings.contains(setting))
                        .forEach(setting -> refused.add("setting " + setting));
            }
            case ServiceCommand service -> {
                if (!allows(service.words())) {
                    refused.add("command " + CommandWords.join(service.words()));
                }
            }
            case dev.loombench.experiment.variant.Endpoint _ ->
                    throw new WrongInput(
                            "%s already runs, and an agent starts its servers"
                                    .formatted(TextSanitizer.quoted(launched.name())));
        }
        launched.environment()
                .forEach((name, value) ->
                        Stream.concat(Stream.of(name), used(value))
                                .filter(variable -> !variables.contains(variable))
                                .forEach(variable -> refused.add("variable " + variable)));
        launched.workingDirectory()
                .map(Path::normalize)
                .filter(folder -> !folders.contains(folder))
                .ifPresent(folder -> refused.add("folder " + folder));
        if (launched.jdk().isPresent() && launched.jdk().get() instanceof Jdk.Home(var home)) {
            throw new WrongInput(
                    "it takes a JDK by its version, as in 21, not by the folder %s"
                            .formatted(TextSanitizer.quoted(home.toString())));
        }
        return refused;
    }

    private boolean allowsFlag(String flag) {
        return HARMLESS.matcher(flag).matches() || jvmFlags.contains(flag);
    }

    /// Whether a server would connect to what a value names. The URL of a database may also name a
    /// program for its driver.
    private static boolean isAddress(String value) {
        return value.contains(":");
    }

    private boolean allows(List<String> words) {
        return commands.stream().anyMatch(command -> matches(command, words));
    }

    private static boolean matches(List<String> command, List<String> words) {
        if (!command.getLast().equals(REST)) {
            return command.equals(words);
        }
        var start = command.subList(0, command.size() - 1);
        return words.size() >= start.size() && words.subList(0, start.size()).equals(start);
    }

    /// The variables of the lab's environment that a value contains.
    private static Stream<String> used(String value) {
        return VARIABLE.matcher(value).results().map(found -> found.group(1));
    }
}
