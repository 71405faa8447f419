package dev.loombench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/// The layers of the lab and the direction of its imports.
class ArchitectureTest {
    private static final JavaClasses LAB =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("dev.loombench");

    @Test
    void imports_point_downwards() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("Main")
                .definedBy("dev.loombench")
                .layer("cli")
                .definedBy("dev.loombench.cli..")
                .layer("capacity")
                .definedBy("dev.loombench.capacity..")
                .layer("run")
                .definedBy("dev.loombench.run..")
                .layer("diagnose")
                .definedBy("dev.loombench.diagnose..")
                .layer("agent")
                .definedBy("dev.loombench.agent..")
                .layer("report")
                .definedBy("dev.loombench.report..")
                .layer("load")
                .definedBy("dev.loombench.load..")
                .layer("observe")
                .definedBy("dev.loombench.observe..")
                .layer("analysis")
                .definedBy("dev.loombench.analysis..")
                .layer("launch")
                .definedBy("dev.loombench.launch..")
                .layer("result")
                .definedBy("dev.loombench.result..")
                .layer("spec")
                .definedBy("dev.loombench.spec..")
                .layer("stats")
                .definedBy("dev.loombench.stats..")
                .layer("uring")
                .definedBy("dev.loombench.uring..")
                .layer("http")
                .definedBy("dev.loombench.http..")
                .layer("cgroup")
                .definedBy("dev.loombench.cgroup..")
                .whereLayer("Main")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("cli")
                .mayOnlyBeAccessedByLayers("Main")
                .whereLayer("capacity")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("run")
                .mayOnlyBeAccessedByLayers("capacity", "cli")
                .whereLayer("diagnose")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("agent")
                .mayOnlyBeAccessedByLayers("run", "capacity", "cli")
                .whereLayer("report")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("load")
                .mayOnlyBeAccessedByLayers("agent", "run", "cli")
                .whereLayer("observe")
                .mayOnlyBeAccessedByLayers("agent", "run", "diagnose", "cli")
                .whereLayer("analysis")
                .mayOnlyBeAccessedByLayers("report", "run", "capacity", "diagnose", "cli")
                .whereLayer("launch")
                .mayOnlyBeAccessedByLayers("agent", "run", "capacity", "diagnose", "cli")
                .whereLayer("result")
                .mayOnlyBeAccessedByLayers(
                        "agent",
                        "analysis",
                        "load",
                        "observe",
                        "report",
                        "run",
                        "capacity",
                        "diagnose",
                        "cli")
                .whereLayer("uring")
                .mayOnlyBeAccessedByLayers("load")
                .whereLayer("http")
                .mayOnlyBeAccessedByLayers("launch", "load")
                .whereLayer("http")
                .mayNotAccessAnyLayer()
                .whereLayer("cgroup")
                .mayOnlyBeAccessedByLayers("launch", "observe")
                .check(LAB);
    }

    @Test
    void statistics_depend_on_no_other_package() {
        noClasses()
                .that()
                .resideInAPackage("dev.loombench.stats..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.loombench.spec..",
                        "dev.loombench.result..",
                        "dev.loombench.analysis..")
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
