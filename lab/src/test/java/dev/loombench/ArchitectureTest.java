package dev.loombench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.PackageMatcher;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The modules of the lab and the direction of their imports.
class ArchitectureTest {
    private static final String ROOT = "dev.loombench";

    private static final JavaClasses LAB =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages(ROOT);

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
        var above = EnumSet.complementOf(EnumSet.copyOf(module.uses()));
        if (above.isEmpty()) {
            return;
        }
        noClasses()
                .that()
                .resideInAnyPackage(module.packages)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        above.stream()
                                .flatMap(other -> Stream.of(other.packages))
                                .toArray(String[]::new))
                .check(LAB);
    }

    @Test
    void every_package_is_of_one_module() {
        var all =
                Stream.of(LabModule.values())
                        .flatMap(module -> Stream.of(module.packages))
                        .map(PackageMatcher::of)
                        .toList();
        assertThat(LAB.stream().map(JavaClass::getPackageName).distinct())
                .allSatisfy(name ->
                        assertThat(all.stream().filter(m -> m.matches(name))).hasSize(1));
    }

    /// What generator and observers leave behind is data in `load.result` and `observe.result`.
    @Test
    void experiments_results_and_reports_are_without_generator_and_observers() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        ROOT + ".spec..",
                        ROOT + ".result..",
                        ROOT + ".analysis..",
                        ROOT + ".report..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
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
                        ROOT + ".http")
                .check(LAB);
    }

    /// Runs combine them.
    @Test
    void launching_is_without_generator_and_observers() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".launch..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + ".load",
                        ROOT + ".load.record",
                        ROOT + ".load.transport",
                        ROOT + ".observe")
                .check(LAB);
    }

    @Test
    void the_lab_never_links_to_the_servers_it_measures() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.loombench.zoo..",
                        "dev.loombench.governor..",
                        "org.apache.catalina..",
                        "io.vertx..")
                .check(LAB);
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.loombench.cli..") // the live page is served with it
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.sun.net.httpserver..")
                .check(LAB);
    }

    @Test
    void jgroups_is_used_in_one_package() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.loombench.agent.link..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.jgroups..")
                .check(LAB);
    }

    @Test
    void packages_form_no_cycles() {
        slices().matching("dev.loombench.(**)").should().beFreeOfCycles().check(LAB);
    }
}
