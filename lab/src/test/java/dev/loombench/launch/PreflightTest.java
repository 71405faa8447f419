package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.launch.jdk.Jdks;
import dev.loombench.spec.Jdk;
import dev.loombench.spec.Threading;
import dev.loombench.spec.Variant;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PreflightTest {
    @TempDir private Path home;
    private Path jar = Path.of("");

    @BeforeEach
    void a_zoo_of_one() throws IOException {
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
    void nothing_is_unmet_when_all_is_there() {
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
    void what_the_zoo_does_not_offer_is_named_with_what_it_does() {
        assertThat(check(Variant.of("two", "virtual", Threading.VIRTUAL, Map.of())))
                .containsExactly(
                        "the zoo has no server two, where one of one is due;"
                                + " correct the variant's server");
        assertThat(check(Variant.of("one", "event-loop", Threading.EVENT_LOOP, Map.of())))
                .containsExactly(
                        "one has no model event-loop, where one of virtual, platform-pool"
                                + " is due; correct the variant's model");
        assertThat(check(Variant.of("one", "virtual", Threading.VIRTUAL, Map.of("threads", "3"))))
                .containsExactly(
                        "one virtual takes no setting threads, where none is due;"
                                + " correct the variant's settings");
    }

    @Test
    void a_jar_that_is_not_built_is_missed() throws IOException {
        Files.delete(jar);
        assertThat(check(Variant.of("one", "virtual", Threading.VIRTUAL, Map.of())))
                .singleElement()
                .asString()
                .contains(jar.toString(), "build it with: mvn package");
    }

    @Test
    void a_binary_that_is_there_needs_no_jvm_and_takes_none() throws IOException {
        binary("true");
        assertThat(Path.of(home + "/zoo/one/target/one").toFile().setExecutable(true)).isTrue();
        assertThat(check(Variant.of("one", "virtual", Threading.VIRTUAL, Map.of()))).isEmpty();
        assertThat(check(variant(Optional.of(home), Optional.empty(), Optional.empty(), 0)))
                .containsExactly(
                        "the variant names JVM flags or a JDK, where none for one, which runs"
                                + " without a JVM is due; leave jvm and jdk out of the variant");
    }

    @Test
    void a_binary_whose_tool_is_not_there_is_missed() throws IOException {
        binary("no-such-tool");
        assertThat(Zoo.at(home).unavailable("one"))
                .contains(
                        "no program no-such-tool on the PATH, where one to build one is due;"
                                + " install it, or do without one");
    }

    @Test
    void a_jdk_that_is_none_is_missed() {
        assertThat(check(variant(Optional.of(home), Optional.empty(), Optional.empty(), 0)))
                .singleElement()
                .asString()
                .startsWith("no program " + home.resolve("bin/java"));
    }

    @Test
    void a_working_folder_that_is_none_is_missed() {
        var absent = home.resolve("absent");
        assertThat(check(variant(Optional.empty(), Optional.of(absent), Optional.empty(), 0)))
                .singleElement()
                .asString()
                .startsWith("no folder " + absent);
    }

    @Test
    void a_taken_port_is_missed() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThat(check(variant(Optional.empty(), Optional.empty(), Optional.empty(), port)))
                    .singleElement()
                    .asString()
                    .startsWith("port " + port + " cannot be had (Address already in use)");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void processors_beyond_the_machine_s_are_missed() {
        assertThat(check(variant(Optional.empty(), Optional.empty(), Optional.of("0-9999"), 0)))
                .singleElement()
                .asString()
                .contains("all of 0-9999 is due");
        assertThat(CpuSet.parse("0,2-4").stream()).containsExactly(0, 2, 3, 4);
    }

    @Test
    void connections_need_descriptors() {
        assertThat(Preflight.descriptors(768, 1024)).isEmpty();
        assertThat(Preflight.descriptors(769, 1024))
                .contains(
                        new UnmetRequirement(
                                "a process may hold 1024 files open",
                                "1025 for 769 connections",
                                "ask for fewer connections, or raise the limit with ulimit -n"));
    }

    @Test
    void the_limit_of_descriptors_is_read_or_left_unsaid() {
        var limits =
                """
                Limit                     Soft Limit           Hard Limit           Units
                Max open files            1024                 20000                files
                """;
        assertThat(OpenFiles.limit(limits)).hasValue(1024);
        assertThat(OpenFiles.limit(limits.replace("1024 ", "unlimited "))).isEmpty();
        assertThat(OpenFiles.limit("")).isEmpty();
    }

    /// In the place of the jar: a file that may not be executed yet, and a tool to make it.
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
            Optional<Path> jdk, Optional<Path> directory, Optional<String> cpus, int port) {
        return new Variant(
                "v",
                "one",
                "virtual",
                Threading.VIRTUAL,
                Map.of(),
                List.of(),
                jdk.map(Jdk.Home::new),
                cpus,
                directory,
                Map.of(),
                port);
    }
}
