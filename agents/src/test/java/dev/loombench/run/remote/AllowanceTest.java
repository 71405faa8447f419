package dev.loombench.run.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.SmallZoo;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class AllowanceTest {
    @TempDir private Path folder;

    private Experiment experiment(String service, String variant) throws IOException {
        var file = folder.resolve("mine.yaml");
        Files.writeString(
                file,
                """
                question: Does it work?
                %s
                variants:
                  - %s
                load: {users: 4, path: /hello}
                """
                        .formatted(service, variant));
        return new ExperimentReader(SmallZoo.SERVERS).read(file);
    }

    private Experiment service(String more) throws IOException {
        return experiment(
                "service: {command: \"java -jar /srv/shop.jar\"}",
                "{name: shop%s}".formatted(more));
    }

    private Allowance allow(String text) throws IOException {
        var file = folder.resolve("allow");
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        return AllowFile.read(file);
    }

    private String folderLine() {
        return "folder %s\n".formatted(folder);
    }

    private static String refusal(Allowance allowance, Experiment experiment) {
        try {
            allowance.require(experiment);
        } catch (WrongInput e) {
            return e.getMessage();
        }
        return "allowed";
    }

    @Test
    void a_command_of_the_controller_is_refused_with_the_lines_that_allow_it() throws IOException {
        assertThat(refusal(Allowance.SERVERS_OF_THE_LAB, service("")))
                .contains("it does not allow what the experiment needs")
                .contains("  command java -jar /srv/shop.jar\n")
                .contains("  folder " + folder);
        assertThatCode(() ->
                        allow("command java -jar /srv/shop.jar\n" + folderLine())
                                .require(service("")))
                .doesNotThrowAnyException();
    }

    @Test
    void words_after_an_allowed_command_need_three_dots() throws IOException {
        var more = service(", args: [--debug]");
        assertThat(refusal(allow("command java -jar /srv/shop.jar\n" + folderLine()), more))
                .contains("command java -jar /srv/shop.jar --debug");
        assertThat(refusal(allow("command java -jar /srv/shop.jar ...\n" + folderLine()), more))
                .isEqualTo("allowed");
        // three dots stand for whole words, and not for the start of one
        assertThat(refusal(allow("command java -jar /srv/sh ...\n" + folderLine()), more))
                .contains("command java");
    }

    @Test
    void a_variable_is_neither_set_nor_read_unless_it_is_listed() throws IOException {
        var base = "command java -jar /srv/shop.jar\n" + folderLine();
        var sets = service(", environment: {LD_PRELOAD: x}");
        assertThat(refusal(allow(base), sets)).contains("variable LD_PRELOAD");
        var reads = service(", environment: {SHOP: \"${AWS_SECRET}\"}");
        assertThat(refusal(allow(base + "variable SHOP\n"), reads))
                .contains("variable AWS_SECRET")
                .doesNotContain("variable SHOP");
        assertThat(refusal(allow(base + "variable SHOP\nvariable AWS_SECRET\n"), reads))
                .isEqualTo("allowed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xmx50m",
                "-Xss256k",
                "-XX:+UseSerialGC",
                "-XX:+AlwaysPreTouch",
                "-XX:ActiveProcessorCount=2",
                "-XX:NativeMemoryTracking=summary",
                "-Djdk.virtualThreadScheduler.parallelism=4"
            })
    void flags_that_only_size_and_tune_a_jvm_are_allowed(String flag) throws IOException {
        assertThat(refusal(Allowance.SERVERS_OF_THE_LAB, zoo(flag))).isEqualTo("allowed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:OnOutOfMemoryError=touch /tmp/x",
                "-XX:OnError=sh",
                "-javaagent:/tmp/evil.jar",
                "-agentpath:/tmp/evil.so",
                "-Xlog:gc:file=/etc/passwd",
                "-XX:Flags=/tmp/flags",
                "-Xshare:dump",
                "-XX:+UsePerfData",
                "-XX:MaxHeapSize=x",
                "-XX:NativeMemoryTracking=/tmp/x",
                "-XX:TieredStopAtLevel=11",
                "-Djdk.virtualThreadScheduler.implClass=Evil",
                "-XX:+UseSerialGC -javaagent:x",
                "-cp"
            })
    void other_flags_are_refused_unless_they_are_listed(String flag) throws IOException {
        assertThat(refusal(Allowance.SERVERS_OF_THE_LAB, zoo(flag))).contains("jvm-flag");
        var listed = new Allowance(List.of(), Set.of(), Set.of(), Set.of(flag), Set.of());
        assertThat(refusal(listed, zoo(flag))).isEqualTo("allowed");
    }

    @Test
    void an_address_that_a_server_would_connect_to_is_refused_unless_it_is_listed()
            throws IOException {
        var database = SmallZoo.model("a pool", Threading.VIRTUAL, Map.of("database", "a URL"));
        var reader =
                new ExperimentReader(
                        List.of(SmallZoo.server("bank", "a bank", Map.of("virtual", database))));
        var file = folder.resolve("bank.yaml");
        Files.writeString(
                file,
                """
                question: Does it work?
                variants: [{server: bank, model: virtual, database: "jdbc:h2:mem:x;INIT=RUNSCRIPT"}]
                load: {users: 4, path: /hello}
                """);
        var experiment = reader.read(file);
        var line = "setting database=jdbc:h2:mem:x;INIT=RUNSCRIPT";
        assertThat(refusal(Allowance.SERVERS_OF_THE_LAB, experiment)).contains("  " + line);
        assertThat(refusal(allow(line + "\n"), experiment)).isEqualTo("allowed");
    }

    private Experiment zoo(String flag) throws IOException {
        return experiment(
                "",
                "{server: tomcat, model: virtual, jvm: [%s]}"
                        .formatted(JsonMapper.shared().writeValueAsString(flag)));
    }

    @Test
    void a_jdk_in_a_folder_is_refused() throws IOException {
        assertThat(
                        refusal(
                                allow("command java -jar /srv/shop.jar\n" + folderLine()),
                                service(", jdk: /tmp/jdk")))
                .contains("it takes a JDK by its version");
    }

    @Test
    void a_file_that_others_can_change_is_refused() throws IOException {
        var file = folder.resolve("allow");
        Files.writeString(file, "variable A\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> AllowFile.read(file))
                .withMessageContaining("can be changed by other users");
    }

    /// Whoever can write the folder can put a file of their own in its place.
    @Test
    void a_file_in_a_folder_that_others_can_write_is_refused() throws IOException {
        var open = Files.createDirectory(folder.resolve("open"));
        var file = own(open.resolve("allow"));
        assertThat(AllowFile.read(file)).isNotNull();
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> AllowFile.read(file))
                .withMessageContaining("is in " + open.toRealPath())
                .withMessageContaining("where other users can put another file in its place");
    }

    /// Only root can give a file to another user.
    @Test
    void a_file_of_another_user_is_refused() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        var file = own(folder.resolve("allow"));
        Files.setAttribute(file, "unix:uid", 12_345);
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> AllowFile.read(file))
                .withMessageContaining("belongs to another user");
    }

    private static Path own(Path file) throws IOException {
        Files.writeString(file, "variable A\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    }

    @Test
    void a_wrong_line_is_named() {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> allow("# mine\n\nexecute rm\n"))
                .withMessageContaining("allow:3: expected command WORDS");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> allow("command ...\n"))
                .withMessageContaining("must name its program");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> allow("folder srv\n"))
                .withMessageContaining("must be absolute");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> AllowFile.read(folder.resolve("none")));
    }
}
