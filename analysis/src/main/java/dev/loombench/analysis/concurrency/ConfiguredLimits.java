package dev.loombench.analysis.concurrency;

import dev.loombench.analysis.concurrency.ConcurrencyLimit.Basis;
import dev.loombench.base.JvmVariables;
import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.observe.result.FileSetting;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The limits that a variant's command, its settings and the configuration files of the application
/// give. Of a variant, values of its environment may not be stored, only their names, so that a
/// variable with options of the JVM may set anything.
///
/// @param words of the service's command; none for a server of the zoo
/// @param files settings of configuration files, and variables that may replace them; none where
///   they were not read
/// @param environment names of variables, with their values where these are known sizes of pools;
///   other values are empty
/// @param threads of a server of the zoo, where its model has a pool
/// @param virtual whether its requests are to run on virtual threads, which no pool of threads
///   limits
public record ConfiguredLimits(
        List<String> words,
        List<FileSetting> files,
        Map<String, String> environment,
        OptionalLong threads,
        boolean virtual) {
    private static final String ZOO_SETTING = "threads";
    private static final String NUMBER = "\\d{1,9}";

    /// The setting of Spring Boot that runs requests on virtual threads.
    private static final String VIRTUAL = "spring.threads.virtual.enabled";

    /// Settings of Spring Boot, Quarkus and Micronaut that name other files or a server of
    /// configurations, choose among them or hold properties themselves, without what separates
    /// their words.
    private static final Pattern OTHER_SETTINGS =
            Pattern.compile(
                    "spring(config|profiles|applicationjson).*"
                            + "|springcloud(bootstrap|config|consul|kubernetes|vault|zookeeper).*"
                            + "|quarkus(configlocations|profile)"
                            + "|smallryeconfig(locations|profile).*"
                            + "|micronaut(configfiles|environments)");

    /// Holds properties, which replace those of other variables of the environment.
    private static final String BEFORE_ENVIRONMENT = "springapplicationjson";

    /// A file with further words of the command line.
    private static final String WORDS_FILE = "@";

    /// Options before a class path.
    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

    /// In a property, the name of a data source.
    private static final String ANY_NAME = "*";

    public ConfiguredLimits {
        words = List.copyOf(words);
        files = List.copyOf(files);
        environment = Map.copyOf(environment);
    }

    /// @param files settings of the application's configuration files
    public static ConfiguredLimits of(Variant variant, List<FileSetting> files) {
        var threads = variant.settings().get(ZOO_SETTING);
        return new ConfiguredLimits(
                variant.service().map(ServiceCommand::words).orElse(List.of()),
                files,
                variant.environment().keySet().stream()
                        .collect(Collectors.toMap(Function.identity(), _ -> "")),
                threads == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(threads)),
                variant.runsOn(Threading.VIRTUAL)
                        || variant.service().filter(s -> choosesVirtual(s, files)).isPresent());
    }

    /// Whether a service's requests are to run on virtual threads: by what its command chooses, or
    /// else its files.
    private static boolean choosesVirtual(ServiceCommand service, List<FileSetting> files) {
        if (service.expects().isPresent()) {
            return service.expects().get() == RequestThreads.VIRTUAL;
        }
        return service.words().stream()
                .filter(word -> word.matches("(--|-D)" + Pattern.quote(VIRTUAL) + "=.*"))
                .findFirst()
                .map(word -> word.endsWith("=true"))
                .orElseGet(() ->
                        files.stream()
                                .filter(setting -> setting.property().equals(VIRTUAL))
                                .anyMatch(setting -> setting.value().equals("true")));
    }

    /// Those of a process that runs.
    ///
    /// @param words of its command line; none where it is not known
    /// @param environment variables, and properties that variables set, with the sizes of pools
    public static ConfiguredLimits ofProcess(
            List<String> words, List<FileSetting> files, Map<String, String> environment) {
        return new ConfiguredLimits(words, files, environment, OptionalLong.empty(), false);
    }

    /// The limit of a library's pool that the command line sets, else the environment, else the
    /// application's files; empty where none does, and where it is not certain.
    public OptionalLong capacity(PoolLibrary library) {
        return first(library, this::capacity);
    }

    /// Of the properties of several frameworks.
    private static OptionalLong first(
            PoolLibrary library, Function<String, OptionalLong> capacity) {
        return library.properties().values().stream()
                .flatMapToLong(property -> capacity.apply(property).stream())
                .findFirst();
    }

    private OptionalLong capacity(String property) {
        if (words.stream().anyMatch(word -> sets(word, property))) {
            return of(property); // replaces all else
        }
        return isInEnvironment(property) ? inEnvironment(property) : inFiles(property);
    }

    /// The limit in the environment: where all variables that set the property agree, and nothing
    /// that is not read replaces it.
    private OptionalLong inEnvironment(String property) {
        var values =
                environment.entrySet().stream()
                        .filter(variable -> isName(variable.getKey(), property))
                        .map(Map.Entry::getValue)
                        .distinct()
                        .toList();
        boolean replaced =
                namesWords()
                        || words.stream()
                                .anyMatch(word -> canonical(word).contains(BEFORE_ENVIRONMENT))
                        || environment.keySet().stream()
                                .anyMatch(name ->
                                        JvmVariables.NAMES.contains(name)
                                                || canonical(name).equals(BEFORE_ENVIRONMENT));
        return replaced ? OptionalLong.empty() : number(values);
    }

    /// The only value, where it is a number.
    private static OptionalLong number(List<String> values) {
        return values.size() == 1 && values.getFirst().matches(NUMBER)
                ? OptionalLong.of(Long.parseLong(values.getFirst()))
                : OptionalLong.empty();
    }

    /// Whether a word of a command line sets a property, as in `--PROPERTY=N` or `-DPROPERTY=N`.
    public static boolean sets(String word, String property) {
        return sets(word, "--", property) || sets(word, "-D", property);
    }

    private static boolean sets(String word, String start, String property) {
        return word.startsWith(start)
                && word.contains("=")
                && isName(word.substring(start.length(), word.indexOf('=')), property);
    }

    /// The limit in `--PROPERTY=N` or `-DPROPERTY=N`, of which the first holds.
    OptionalLong of(PoolLibrary library) {
        return first(library, this::of);
    }

    /// The limit in the application's configuration files: where all that set the property agree,
    /// and neither the command, a variable of the environment nor a further file replaces it.
    OptionalLong inFiles(PoolLibrary library) {
        return first(library, this::inFiles);
    }

    private OptionalLong inFiles(String property) {
        var values =
                settings(property).map(s -> s.conditional() ? "" : s.value()).distinct().toList();
        boolean replaced = hasOtherSources() || isInEnvironment(property);
        return replaced ? OptionalLong.empty() : number(values);
    }

    private Stream<FileSetting> settings(String property) {
        return files.stream().filter(s -> isName(s.property(), property));
    }

    /// Whether files or variables that are not read may set properties.
    private boolean hasOtherSources() {
        return namesWords()
                || words.stream().anyMatch(ConfiguredLimits::isOtherSource)
                || files.stream()
                        .map(FileSetting::property)
                        .anyMatch(name -> JvmVariables.NAMES.contains(name) || isOtherSetting(name))
                || environment.keySet().stream()
                        .anyMatch(
                                name -> JvmVariables.NAMES.contains(name) || isOtherSetting(name));
    }

    private static boolean isOtherSource(String word) {
        return (word.startsWith("--") || word.startsWith("-D"))
                && isOtherSetting(word.substring(2).split("=", 2)[0]);
    }

    /// Whether a file has further words of the command line; one may have the class path alone.
    private boolean namesWords() {
        return IntStream.range(0, words.size())
                .filter(i -> words.get(i).startsWith(WORDS_FILE))
                .anyMatch(i -> i == 0 || !CLASS_PATH.contains(words.get(i - 1)));
    }

    private static boolean isOtherSetting(String name) {
        return OTHER_SETTINGS.matcher(canonical(name)).matches();
    }

    /// Whether the limit may differ from the default, in a way that is not known.
    boolean mayDiffer(PoolLibrary library) {
        return hasOtherSources()
                || library.properties().values().stream()
                        .anyMatch(p -> isInEnvironment(p) || settings(p).findAny().isPresent());
    }

    /// Empty where several data sources have one: which has the pool is not known.
    private OptionalLong of(String property) {
        if (names(property).size() > 1) {
            return OptionalLong.empty();
        }
        return Stream.of("--", "-D")
                .flatMap(start -> value(start, property).stream())
                .mapToLong(Long::parseLong)
                .findFirst();
    }

    /// The number in `-DNAME=N`, of which the JVM takes the last.
    public OptionalLong systemProperty(String name) {
        return systemProperty(words, name);
    }

    static OptionalLong systemProperty(List<String> words, String name) {
        return lastNumber(words, "-D" + name + "=");
    }

    /// Of the words that begin so, the last with a number behind it.
    static OptionalLong lastNumber(List<String> words, String start) {
        return words.stream()
                .filter(word -> word.startsWith(start))
                .map(word -> word.substring(start.length()))
                .filter(value -> value.matches(NUMBER))
                .mapToLong(Long::parseLong)
                .reduce((_, last) -> last);
    }

    /// The property that sets the limit, where the framework is known.
    Optional<String> property(PoolLibrary library) {
        return frameworks().stream()
                .flatMap(framework -> property(library, framework).stream())
                .filter(ConfiguredLimits::isWhole)
                .findFirst();
    }

    /// The property that sets the limit in a service of a framework, with the name of the data
    /// source where settings name only one; not [#isWhole] where the name is needed and not known.
    public Optional<String> property(PoolLibrary library, Framework framework) {
        return library.property(framework)
                .map(property -> {
                    var names = isWhole(property) ? List.of(property) : names(property);
                    return switch (names.size()) {
                        case 0 -> framework.withoutName(property);
                        case 1 -> names.getFirst();
                        default -> property;
                    };
                });
    }

    /// Whether a property has no unknown part.
    public static boolean isWhole(String property) {
        return !property.contains(ANY_NAME);
    }

    /// The properties of the command and of files that set the same of different data sources.
    private List<String> names(String property) {
        return isWhole(property)
                ? List.of()
                : Stream.concat(
                                words.stream()
                                        .filter(word -> sets(word, property))
                                        .map(word -> word.substring(2, word.indexOf('='))),
                                settings(property)
                                        .filter(setting -> !setting.isVariable())
                                        .map(FileSetting::property))
                        .distinct()
                        .toList();
    }

    /// The frameworks that the command line or a file has a setting of, or the environment the size
    /// of a pool: other variables may have the name of another service.
    public List<Framework> frameworks() {
        return Arrays.stream(Framework.values()).filter(this::hasSettingOf).toList();
    }

    private boolean hasSettingOf(Framework framework) {
        return words.stream().anyMatch(framework::isSetBy)
                || files.stream().map(FileSetting::property).anyMatch(framework::hasProperty)
                || PoolLibrary.ALL.stream()
                        .flatMap(library -> library.property(framework).stream())
                        .anyMatch(this::isInEnvironment);
    }

    private Optional<String> value(String start, String property) {
        return words.stream()
                .filter(w -> sets(w, start, property))
                .map(w -> w.substring(w.indexOf('=') + 1))
                .filter(v -> v.matches(NUMBER))
                .findFirst();
    }

    /// Whether a variable of the environment sets a property, as in
    /// `SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE`.
    private boolean isInEnvironment(String property) {
        return environment.keySet().stream().anyMatch(name -> isName(name, property));
    }

    /// The pool of platform threads that serves requests, where it is configured: that of a server
    /// of the zoo, or of the framework whose setting the command or a file has.
    public Optional<ConcurrencyLimit> requestThreads() {
        if (threads.isPresent()) {
            var zoo = new ThreadSetting("the server", "setting " + ZOO_SETTING, ZOO_SETTING);
            return Optional.of(zoo.limit(threads.getAsLong(), Basis.CONFIGURED));
        }
        return virtual
                ? Optional.empty()
                : firstOf(this::of, Basis.CONFIGURED)
                        .or(() -> firstOf(this::inFiles, Basis.APPLICATION));
    }

    private Optional<ConcurrencyLimit> firstOf(Function<String, OptionalLong> value, Basis basis) {
        return ThreadSetting.ALL.stream()
                .flatMap(setting ->
                        value.apply(setting.property()).stream()
                                .mapToObj(count -> setting.limit(count, basis)))
                .findFirst();
    }

    /// Whether a name is that of a property, whatever the name of its data source.
    private static boolean isName(String name, String property) {
        int any = property.indexOf(ANY_NAME);
        if (any < 0) {
            return canonical(name).equals(canonical(property));
        }
        return canonical(name).startsWith(canonical(property.substring(0, any)))
                && canonical(name).endsWith(canonical(property.substring(any + 1)));
    }

    /// `maximumPoolSize`, `maximum-pool-size` and `maximum_pool_size` are one name.
    private static String canonical(String property) {
        return property.replaceAll("[-._\"]", "").toLowerCase(Locale.ROOT);
    }
}
