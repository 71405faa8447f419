package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.launch.limit.UnmetRequirement;
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
    void the_tool_builds_the_binary_in_the_server_s_folder() throws Exception {
        var build = build("sh", "-c", "echo made > target/it && chmod +x target/it");
        assertThat(build.unmetRequirement()).isEmpty();
        assertThat(build.execute()).isEmpty();
        assertThat(folder.resolve("target/it")).hasContent("made");
        assertThat(folder.resolve("target/build.log")).doesNotExist();
    }

    @Test
    void a_failed_build_is_reported_with_its_last_line_until_one_succeeds() throws Exception {
        var why =
                "sh could not build x: \"no network\"; expected a build that succeeds; see "
                        + folder.resolve("target/build.log");
        var failing = build("sh", "-c", "echo first; echo no network >&2; echo; exit 1");
        assertThat(failing.execute().map(UnmetRequirement::message)).contains(why);
        assertThat(failing.unmetRequirement().map(UnmetRequirement::message)).contains(why);

        var fixed = build("sh", "-c", "touch target/it && chmod +x target/it");
        assertThat(fixed.execute()).isEmpty();
        assertThat(fixed.unmetRequirement()).isEmpty();
    }

    @Test
    void a_build_without_the_expected_output_fails() throws Exception {
        assertThat(build("sh", "-c", "touch target/other").execute()).isPresent();
    }

    @Test
    void without_the_tool_an_existing_binary_is_used() throws Exception {
        var build = build("no-such-tool");
        Optional<String> why =
                Optional.of(
                        "no program no-such-tool on the PATH; expected the build tool of x;"
                                + " install it, or remove x from the experiment");
        assertThat(build.unmetRequirement().map(UnmetRequirement::message)).isEqualTo(why);
        assertThat(build.execute().map(UnmetRequirement::message)).isEqualTo(why);
        made();
        assertThat(build.unmetRequirement()).isEmpty();
        assertThat(build.execute()).isEmpty();
    }

    @Test
    void the_first_line_marked_as_an_error_is_reported() throws Exception {
        var maven = "echo '[ERROR] no such artifact'; echo '[ERROR] see the wiki'; exit 1";
        assertThat(build("sh", "-c", maven).execute().map(UnmetRequirement::actual))
                .contains("sh could not build x: \"[ERROR] no such artifact\"");
    }

    @Test
    void an_output_that_is_built_once_is_not_built_again() throws Exception {
        var made = new BuildSpec(folder.resolve("target/it"), folder, List.of("false"), true);
        assertThat(made.isComplete()).isFalse();
        assertThat(new ServerBuild("x", made).execute()).isPresent();
        made();
        assertThat(made.isComplete()).isTrue();
        assertThat(new ServerBuild("x", made).execute()).isEmpty();
    }

    @Test
    void a_build_in_java_uses_the_lab_s_jdk() throws Exception {
        var build = build("sh", "-c", "echo $JAVA_HOME > target/it && chmod +x target/it");
        assertThat(build.execute()).isEmpty();
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
