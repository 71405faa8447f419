package dev.loombench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the build of the modules does not enforce about imports.
class ArchitectureTest {
    private static final String ROOT = "dev.loombench";

    /// Each class that a class of the tool names.
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
        for (var classes : ToolModules.folders("target/classes")) {
            var read = ClassReferences.below(classes);
            assertThat(read).as(classes.toString()).isNotEmpty();
            read.forEach((from, names) -> names.forEach(to -> IMPORTS.add(new Import(from, to))));
        }
        IMPORTS.removeIf(i -> !i.isFrom(ROOT + ".."));
    }

    /// A reader takes two classes of one name for one.
    @ParameterizedTest
    @ValueSource(strings = {"src/main/java", "src/test/java"})
    void no_two_classes_of_the_tool_have_one_name(String folder) throws IOException {
        var names = new HashSet<String>();
        var twice = new TreeSet<String>();
        for (var sources : ToolModules.folders(folder)) {
            ProjectFiles.below(sources).stream()
                    .map(Path::toString)
                    .map(file -> file.substring(file.lastIndexOf('/') + 1))
                    .filter(file -> file.endsWith(".java"))
                    .filter(file -> !file.equals("package-info.java"))
                    .filter(file -> !names.add(file))
                    .forEach(twice::add);
        }
        assertThat(twice).isEmpty();
    }

    /// What generator and observers leave behind is data in `load.result` and `observe.result`.
    @Test
    void experiments_results_and_reports_are_without_generator_and_observers() {
        assertThat(IMPORTS)
                .filteredOn(i ->
                        i.isFrom(
                                ROOT + ".experiment..",
                                ROOT + ".traffic",
                                ROOT + ".requests..",
                                ROOT + ".text",
                                ROOT + ".result..",
                                ROOT + ".analysis..",
                                ROOT + ".report.."))
                .noneMatch(i ->
                        i.isTo(
                                ROOT + ".load",
                                ROOT + ".load.grpc",
                                ROOT + ".load.http2",
                                ROOT + ".load.pace",
                                ROOT + ".load.probe",
                                ROOT + ".load.record",
                                ROOT + ".load.request",
                                ROOT + ".load.tls..",
                                ROOT + ".load.transport",
                                ROOT + ".load.worker",
                                ROOT + ".observe",
                                ROOT + ".observe.file..",
                                ROOT + ".observe.jvm..",
                                ROOT + ".observe.library",
                                ROOT + ".observe.perf",
                                ROOT + ".observe.proc..",
                                ROOT + ".observe.profile",
                                ROOT + ".observe.threads",
                                ROOT + ".uring",
                                ROOT + ".http",
                                ROOT + ".http2.."));
    }

    /// Runs combine them.
    @Test
    void launching_is_without_generator_and_observers() {
        assertThat(IMPORTS)
                .filteredOn(i -> i.isFrom(ROOT + ".launch.."))
                .noneMatch(i ->
                        i.isTo(
                                ROOT + ".load",
                                ROOT + ".load.grpc",
                                ROOT + ".load.http2",
                                ROOT + ".load.pace",
                                ROOT + ".load.probe",
                                ROOT + ".load.record",
                                ROOT + ".load.tls..",
                                ROOT + ".load.transport",
                                ROOT + ".load.worker",
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
