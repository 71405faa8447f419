package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.limit.UnmetRequirement;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PreflightTest {
    @TempDir private Path home;
    private Path jar = Path.of("");

    @BeforeEach
    void open() throws IOException {
        var folder = Files.createDirectories(home.resolve("zoo/one"));
        jar = Files.createFile(folder.resolve("one.jar"));
        Files.writeString(
                folder.resolve("server.json"),
                """
                {"name": "one", "about": "One.", "main": "a.Main", "jar": "one.jar", "models": {
                  "virtual": {"about": "No pool.", "threads": "virtual"},
                  "platform-pool": {"about": "A pool.", "threads": "bounded", "settings": {"threads": "How many."}}}}
                """);
    }

    @Test
    void a_variant_that_can_start_has_no_unmet_requirement() {
        assertThat(check(Variant.of("one", "virtual", Threading.VIRTUAL, Map.of()))).isEmpty();
        assertThat(
                        check(
                                Variant.of(
                                        "one",
                                        "platform-pool",
                                        Threading.BOUNDED,
                                        Map.of("threads", "3"))))
                .isEmpty();
    }

    @Test
    void an_unknown_server_model_or_setting_is_reported_with_the_known_ones() {
        assertThat(check(Variant.of("two", "virtual", Threading.VIRTUAL, Map.of())))
                .containsExactly(
                        "the zoo has no server two; expected one of one;"
                                + " correct the variant's server");
        assertThat(check(Variant.of("one", "event-loop", Threading.EVENT_LOOP, Map.of())))
                .containsExactly(
                        "one has no model event-loop; expected one of virtual, platform-pool;"
                                + " correct the variant's model");
        assertThat(check(Variant.of("one", "virtual", Threading.VIRTUAL, Map.of("threads", "3"))))
                .containsExactly(
                        "one virtual takes no setting threads; expected no settings;"
                                + " correct the variant's settings");
    }

    @Test
    void a_jar_that_is_not_built_is_reported() throws IOException {
        Files.delete(jar);
        Files.createFile(jar.resolveSibling("pom.xml"));
        assertThat(check(Variant.of("one", "virtual", Threading.VIRTUAL, Map.of())))
                .singleElement()
                .asString()
                .contains(jar.toString(), "build it with: mvn package");
    }

    @Test
    void a_jar_of_an_installation_without_sources_cannot_be_built() throws IOException {
        Files.delete(jar);
        assertThat(check(Variant.of("one", "virtual", Threading.VIRTUAL, Map.of())))
                .singleElement()
                .asString()
                .contains(jar.toString(), "a clone of Loombench")
                .doesNotContain("mvn");
    }

    @Test
    void a_server_without_its_jar_is_reported_before_the_first_trial() throws IOException {
        Files.delete(jar);
        try (var launcher = new ServerLauncher(Zoo.at(home))) {
            var virtual = Variant.of("one", "virtual", Threading.VIRTUAL, Map.of());
            assertThatThrownBy(() -> launcher.prepare(List.of(virtual), _ -> {}))
                    .isInstanceOf(WrongInput.class)
                    .hasMessageContaining("no file " + jar)
                    .hasMessageContaining("a clone of Loombench");
        }
    }

    @Test
    void a_binary_needs_no_jvm_and_accepts_none() throws IOException {
        binary("true");
        assertThat(Path.of(home + "/zoo/one/target/one").toFile().setExecutable(true)).isTrue();
        assertThat(check(Variant.of("one", "virtual", Threading.VIRTUAL, Map.of()))).isEmpty();
        assertThat(check(variant(Optional.of(home), Optional.empty(), Optional.empty(), 0)))
                .containsExactly(
                        "the variant names JVM flags or a JDK; expected neither, since one runs"
                                + " without a JVM; remove jvm and jdk from the variant");
    }

    @Test
    void a_binary_without_its_build_tool_is_reported() throws IOException {
        binary("no-such-tool");
        assertThat(Zoo.at(home).unavailableReason("one"))
                .contains(
                        "no program no-such-tool on the PATH; expected the build tool of one;"
                                + " install it, or remove one from the experiment");
    }

    @Test
    void a_folder_without_a_jdk_is_reported() {
        assertThat(check(variant(Optional.of(home), Optional.empty(), Optional.empty(), 0)))
                .singleElement()
                .asString()
                .startsWith("no program " + home.resolve("bin/java"));
    }

    @Test
    void a_missing_working_directory_is_reported() {
        var absent = home.resolve("absent");
        assertThat(check(variant(Optional.empty(), Optional.of(absent), Optional.empty(), 0)))
                .singleElement()
                .asString()
                .startsWith("no folder " + absent);
    }

    @Test
    void a_port_in_use_is_reported() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThat(check(variant(Optional.empty(), Optional.empty(), Optional.empty(), port)))
                    .singleElement()
                    .asString()
                    .startsWith("port " + port + " is unavailable (Address already in use)");
        }
    }

    /// A service that starts there might be taken for it.
    @Test
    void a_port_in_use_over_ipv6_only_is_reported() throws IOException {
        try (var taken = onIpv6()) {
            int port = taken.getLocalPort();
            assertThat(check(variant(Optional.empty(), Optional.empty(), Optional.empty(), port)))
                    .singleElement()
                    .asString()
                    .startsWith(
                            "port %d is unavailable (a process listens on its other loopback address)"
                                    .formatted(port));
        }
    }

    private static ServerSocket onIpv6() {
        try {
            return new ServerSocket(0, 50, InetAddress.ofLiteral("::1"));
        } catch (IOException e) {
            Assumptions.abort("this machine has no IPv6");
            throw new IllegalStateException(e);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void processors_that_the_machine_does_not_have_are_reported() {
        assertThat(
                        check(
                                variant(
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.of(new Cpus.Listed("0-9999")),
                                        0)))
                .singleElement()
                .asString()
                .contains(" 0-9999;");
    }

    /// Replaces the jar by a file that is not executable yet and a tool that builds it.
    private void binary(String tool) throws IOException {
        var folder = home.resolve("zoo/one");
        Files.createFile(Files.createDirectories(folder.resolve("target")).resolve("one"));
        Files.writeString(
                folder.resolve("server.json"),
                """
                {"name": "one", "about": "One.", "binary": "target/one", "build": ["%s"],
                 "models": {"virtual": {"about": "No pool.", "threads": "virtual"}}}
                """
                        .formatted(tool));
    }

    private List<String> check(Variant variant) {
        return Preflight.checkLaunch(Zoo.at(home), variant, new Jdks(List.of())).stream()
                .map(UnmetRequirement::message)
                .toList();
    }

    private static Variant variant(
            Optional<Path> jdk, Optional<Path> directory, Optional<Cpus> cpus, int port) {
        return new Variant(
                "v",
                new ZooServer("one", "virtual", Threading.VIRTUAL, Map.of(), List.of()),
                jdk.map(Jdk.Home::new),
                cpus,
                directory,
                Map.of(),
                port);
    }
}
