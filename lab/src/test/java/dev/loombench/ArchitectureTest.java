package dev.loombench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The modules of the lab and the direction of their imports.
class ArchitectureTest {
    private static final String ROOT = "dev.loombench";

    /// Each class that a class of the lab names.
    private static final List<Import> IMPORTS = new ArrayList<>();

    /// One class that names another.
    private record Import(String from, String to) {
        /// Whether the class that names the other is in one of the packages.
        boolean isFrom(String... packages) {
            return isIn(packageOf(from), packages);
        }

        /// Whether the class that is named is in one of the packages.
        boolean isTo(String... packages) {
            return isIn(packageOf(to), packages);
        }
    }

    /// @param packages those with `..` at their end include the packages below
    private static boolean isIn(String name, String... packages) {
        return Stream.of(packages)
                .anyMatch(p ->
                        p.endsWith("..")
                                ? (name + ".").startsWith(p.substring(0, p.length() - 1))
                                : name.equals(p));
    }

    private static String packageOf(String type) {
        return type.substring(0, Math.max(0, type.lastIndexOf('.')));
    }

    @BeforeAll
    static void readClasses() throws Exception {
        var folder = Main.class.getProtectionDomain().getCodeSource().getLocation();
        ClassReferences.below(Path.of(folder.toURI()))
                .forEach((from, names) -> names.forEach(to -> IMPORTS.add(new Import(from, to))));
        IMPORTS.removeIf(i -> !i.isFrom(ROOT + ".."));
        assertThat(IMPORTS).as("the classes in %s", folder).isNotEmpty();
    }

    /// The modules, by their packages.
    enum LabModule {
        BASE("base", "spec.text", "cgroup"),
        STATS("stats"),
        LOAD("load..", "uring", "http", "spec.load", "spec.requests"),
        OBSERVE("observe.."),
        MODEL("spec", "spec.yaml", "spec.article", "result.."),
        ANALYSIS("analysis..", "diagnose.."),
        LAB("launch..", "run", "run.backend", "run.server", "run.trial", "capacity"),
        AGENTS("agent..", "run.remote"),
        REPORT("report.."),
        CLI("", "cli..");

        private final String[] packages;

        LabModule(String... packages) {
            this.packages = Stream.of(packages).map(LabModule::identifier).toArray(String[]::new);
        }

        private static String identifier(String name) {
            return name.isEmpty() ? ROOT : ROOT + "." + name;
        }

        /// Those that it may use, itself included.
        private Set<LabModule> uses() {
            return switch (this) {
                case BASE -> EnumSet.of(BASE);
                case STATS -> EnumSet.of(STATS);
                case LOAD -> EnumSet.of(BASE, LOAD);
                case OBSERVE -> EnumSet.of(BASE, OBSERVE);
                case MODEL -> EnumSet.of(BASE, LOAD, OBSERVE, MODEL);
                case ANALYSIS -> EnumSet.of(BASE, STATS, LOAD, OBSERVE, MODEL, ANALYSIS);
                case LAB -> EnumSet.complementOf(EnumSet.of(AGENTS, REPORT, CLI));
                case AGENTS -> EnumSet.complementOf(EnumSet.of(REPORT, CLI));
                case REPORT -> EnumSet.complementOf(EnumSet.of(LAB, AGENTS, CLI));
                case CLI -> EnumSet.allOf(LabModule.class);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_module_uses_those_below_it(LabModule module) {
        var above =
                EnumSet.complementOf(EnumSet.copyOf(module.uses())).stream()
                        .flatMap(other -> Stream.of(other.packages))
                        .toArray(String[]::new);
        assertThat(IMPORTS)
                .filteredOn(i -> i.isFrom(module.packages))
                .isNotEmpty()
                .noneMatch(i -> i.isTo(above));
    }

    @Test
    void every_package_is_of_one_module() {
        assertThat(IMPORTS.stream().map(i -> packageOf(i.from())).distinct())
                .allSatisfy(name ->
                        assertThat(LabModule.values())
                                .filteredOn(module -> isIn(name, module.packages))
                                .hasSize(1));
    }

    /// What generator and observers leave behind is data in `load.result` and `observe.result`.
    @Test
    void experiments_results_and_reports_are_without_generator_and_observers() {
        assertThat(IMPORTS)
                .filteredOn(i ->
                        i.isFrom(
                                ROOT + ".spec..",
                                ROOT + ".result..",
                                ROOT + ".analysis..",
                                ROOT + ".report.."))
                .noneMatch(i ->
                        i.isTo(
                                ROOT + ".load",
                                ROOT + ".load.record",
                                ROOT + ".load.request",
                                ROOT + ".load.transport",
                                ROOT + ".observe",
                                ROOT + ".observe.file",
                                ROOT + ".observe.jvm",
                                ROOT + ".observe.library",
                                ROOT + ".observe.perf",
                                ROOT + ".observe.proc",
                                ROOT + ".observe.threads",
                                ROOT + ".uring",
                                ROOT + ".http"));
    }

    /// Runs combine them.
    @Test
    void launching_is_without_generator_and_observers() {
        assertThat(IMPORTS)
                .filteredOn(i -> i.isFrom(ROOT + ".launch.."))
                .noneMatch(i ->
                        i.isTo(
                                ROOT + ".load",
                                ROOT + ".load.record",
                                ROOT + ".load.transport",
                                ROOT + ".observe"));
    }

    @Test
    void the_lab_never_links_to_the_servers_it_measures() {
        assertThat(IMPORTS)
                .noneMatch(i -> i.isTo(ROOT + ".zoo..", ROOT + ".governor.."))
                .noneMatch(i -> i.isTo("org.apache.catalina..", "io.vertx.."));
        assertThat(IMPORTS)
                .filteredOn(i -> !i.isFrom(ROOT + ".cli..")) // the live page is served with it
                .noneMatch(i -> i.isTo("com.sun.net.httpserver.."));
    }

    @Test
    void jgroups_is_used_in_one_package() {
        assertThat(IMPORTS)
                .filteredOn(i -> i.isTo("org.jgroups.."))
                .isNotEmpty()
                .allMatch(i -> i.isFrom(ROOT + ".agent.link.."));
    }

    /// A package is in no cycle if all that it imports are in none; what is left is in one, or
    /// imports one.
    @Test
    void packages_form_no_cycles() {
        var imports = importsOfPackages();
        while (imports.values().removeIf(Set::isEmpty)) {
            imports.values().forEach(others -> others.retainAll(imports.keySet()));
        }
        assertThat(imports).isEmpty();
    }

    private static Map<String, Set<String>> importsOfPackages() {
        var imports = new TreeMap<String, Set<String>>();
        for (var i : IMPORTS) {
            var from = packageOf(i.from());
            var to = packageOf(i.to());
            if (i.isTo(ROOT + "..") && !from.equals(to)) {
                imports.computeIfAbsent(to, _ -> new TreeSet<>());
                imports.computeIfAbsent(from, _ -> new TreeSet<>()).add(to);
            }
        }
        return imports;
    }
}
