package dev.loombench.launch;

import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.service.ServiceProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What identifies the programs and JDKs of variants, for the record of a run.
///
/// @param environment the lab's own
record VariantIdentity(Zoo zoo, Jdks jdks, Map<String, String> environment) {

    /// The JDK of each variant, by name: version, vendor and home. Servers without a JVM are left
    /// out, and services whose JVM is not known before they start.
    Map<String, String> jdks(List<? extends LaunchConfiguration> variants) {
        var described = new LinkedHashMap<String, String>();
        for (var launched : variants) {
            zoo.definition(launched)
                    .filter(program -> program.artifact() instanceof Artifact.Jar)
                    .ifPresent(_ -> described.put(launched.name(), jdks.describe(launched)));
            launched.service()
                    .flatMap(service ->
                            ServiceProgram.of(launched, service, jdks, environment).javaHome())
                    .ifPresent(home -> described.put(launched.name(), Jdks.describe(home)));
        }
        return described;
    }

    /// Checksums of the variants' programs and JDKs and of the lab, which identify a later build or
    /// another JDK. To be called after `prepare`.
    ///
    /// @return as in `server tomcat`, `service /shop/app.jar`, `Java agent /shop/apm.jar`, `JDK in
    ///   /opt/jdk-25`, `environment variable JAVA_TOOL_OPTIONS`, `lab` -> checksum
    Map<String, String> builds(List<? extends LaunchConfiguration> variants) {
        var builds = new TreeMap<String, String>();
        for (var launched : variants) {
            var program = zoo.definition(launched);
            launched.service().ifPresent(service -> addService(launched, service, builds));
            program.ifPresent(p ->
                    builds.computeIfAbsent("server " + p.name(), _ -> Builds.of(p.artifact())));
            jdks.home(launched)
                    .filter(_ ->
                            program.stream().anyMatch(p -> p.artifact() instanceof Artifact.Jar))
                    .map(home -> home.resolve("release"))
                    .filter(Files::isRegularFile)
                    .ifPresent(release ->
                            builds.computeIfAbsent(
                                    "JDK in " + release.getParent(),
                                    _ -> Builds.ofFiles(List.of(release))));
        }
        Builds.ofLab().ifPresent(checksum -> builds.put("lab", checksum));
        return builds;
    }

    private void addService(
            LaunchConfiguration launched, ServiceCommand service, Map<String, String> builds) {
        var program = ServiceProgram.of(launched, service, jdks, environment);
        ServiceBuild.files(program, service)
                .forEach((name, files) -> addFiles("service " + name, files, builds));
        program.javaAgents(service).stream()
                .filter(Files::isRegularFile)
                .forEach(agent -> addFiles("Java agent " + agent, List.of(agent), builds));
        builds.putAll(JvmOptionsOfLab.identities(launched, environment));
    }

    private static void addFiles(String name, List<Path> files, Map<String, String> builds) {
        builds.computeIfAbsent(name, _ -> Builds.ofFiles(files));
    }
}
