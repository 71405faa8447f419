package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "builds with a shell")
class ServerBuildTest {
    @TempDir private Path folder;

    @Test
    void the_tool_makes_the_binary_in_the_server_s_folder() throws Exception {
        var build = build("sh", "-c", "echo made > target/it && chmod +x target/it");
        assertThat(build.hindrance()).isEmpty();
        assertThat(build.carryOut()).isEmpty();
        assertThat(folder.resolve("target/it")).hasContent("made");
        assertThat(folder.resolve("target/build.log")).doesNotExist();
    }

    @Test
    void a_build_that_failed_is_told_by_its_last_words_until_one_succeeds() throws Exception {
        var why =
                "sh could not build x: \"no network\", where a build that succeeds is due; see "
                        + folder.resolve("target/build.log");
        var failing = build("sh", "-c", "echo first; echo no network >&2; echo; exit 1");
        assertThat(failing.carryOut().map(UnmetRequirement::message)).contains(why);
        assertThat(failing.hindrance().map(UnmetRequirement::message)).contains(why);

        var mended = build("sh", "-c", "touch target/it && chmod +x target/it");
        assertThat(mended.carryOut()).isEmpty();
        assertThat(mended.hindrance()).isEmpty();
    }

    @Test
    void a_build_that_makes_something_else_has_failed() throws Exception {
        assertThat(build("sh", "-c", "touch target/other").carryOut()).isPresent();
    }

    @Test
    void without_the_tool_a_binary_made_before_will_do() throws Exception {
        var build = build("no-such-tool");
        Optional<String> why =
                Optional.of(
                        "no program no-such-tool on the PATH, where one to build x is due;"
                                + " install it, or do without x");
        assertThat(build.hindrance().map(UnmetRequirement::message)).isEqualTo(why);
        assertThat(build.carryOut().map(UnmetRequirement::message)).isEqualTo(why);
        made();
        assertThat(build.hindrance()).isEmpty();
        assertThat(build.carryOut()).isEmpty();
    }

    @Test
    void of_a_build_that_marks_its_errors_the_first_is_told() throws Exception {
        var maven = "echo '[ERROR] no such artifact'; echo '[ERROR] see the wiki'; exit 1";
        assertThat(build("sh", "-c", maven).carryOut().map(UnmetRequirement::met))
                .contains("sh could not build x: \"[ERROR] no such artifact\"");
    }

    @Test
    void what_is_made_once_is_not_made_again() throws Exception {
        var made = new BuildSpec(folder.resolve("target/it"), folder, List.of("false"), true);
        assertThat(made.isSettled()).isFalse();
        assertThat(new ServerBuild("x", made).carryOut()).isPresent();
        made();
        assertThat(made.isSettled()).isTrue();
        assertThat(new ServerBuild("x", made).carryOut()).isEmpty();
    }

    @Test
    void a_build_in_java_finds_the_lab_s_own_jdk() throws Exception {
        var build = build("sh", "-c", "echo $JAVA_HOME > target/it && chmod +x target/it");
        assertThat(build.carryOut()).isEmpty();
        assertThat(folder.resolve("target/it")).hasContent(System.getProperty("java.home") + "\n");
    }

    private ServerBuild build(String... words) {
        return new ServerBuild(
                "x", new BuildSpec(folder.resolve("target/it"), folder, List.of(words), false));
    }

    private void made() throws IOException {
        var file =
                Files.createFile(Files.createDirectories(folder.resolve("target")).resolve("it"));
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
