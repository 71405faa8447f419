package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.cli.CommandFixture;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.observe.result.RunningJvm;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command line of an inspection of files.
class InspectedFilesTest extends CommandFixture {
    /// A control sequence in the name of a thread, and one of C1.
    private static final String EVIL = "\u001b]0;x\u0007\u009b31m\u202e$(touch /tmp/x)<script>";

    private static final String PRINT =
            """
            Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

            "EVIL-1" #31 [1] daemon prio=5 os_prio=0 cpu=1.00ms elapsed=30.00s tid=0x1 nid=1 waiting for monitor entry  [0x0]
               java.lang.Thread.State: BLOCKED (on object monitor)
            \tat Shop.order(Shop.java:31)
            \t- waiting to lock <0x2> (a java.lang.Object)
            \t- locked <0x1> (a java.lang.Object)

            "EVIL-2" #32 [2] daemon prio=5 os_prio=0 cpu=1.00ms elapsed=30.00s tid=0x1 nid=1 waiting for monitor entry  [0x0]
               java.lang.Thread.State: BLOCKED (on object monitor)
            \tat Shop.order(Shop.java:32)
            \t- waiting to lock <0x1> (a java.lang.Object)
            \t- locked <0x2> (a java.lang.Object)
            """
                    .replace("EVIL", EVIL);

    @TempDir private Path folder;

    private int run(String... words) {
        return alone(new InspectCommand())
                .setExecutionExceptionHandler((e, line, _) -> {
                    line.getErr().println(e.getMessage());
                    return ExitCode.USAGE;
                })
                .execute(words);
    }

    @Test
    void names_in_a_file_reach_neither_the_terminal_nor_json_as_they_are() throws IOException {
        var file = Files.writeString(folder.resolve("\u001b[31m.txt"), PRINT).toString();
        assertThat(run(file)).as(err.toString()).isZero();
        assertThat(run("--verbose", file)).isZero();
        assertThat(run("-o", "json", file)).isZero();
        assertThat(out.toString())
                .contains("deadlock")
                .doesNotContain("\u001b", "\u0007", "\u009b", "\u202e");
    }

    @Test
    void a_word_with_the_name_of_a_file_is_one_and_others_are_not() {
        assertThat(InspectedFiles.areFiles(List.of("missing.txt"))).isTrue();
        assertThat(InspectedFiles.areFiles(List.of("gc.log.3"))).isTrue();
        assertThat(InspectedFiles.areFiles(List.of("ticket.tgz"))).isTrue();
        assertThat(InspectedFiles.areFiles(List.of("-"))).isTrue();
        assertThat(InspectedFiles.areFiles(List.of("./4711"))).isTrue();
        assertThat(InspectedFiles.areFiles(List.of("."))).isTrue();
        assertThat(InspectedFiles.areFiles(List.of(".."))).isTrue();
        assertThat(InspectedFiles.areFiles(List.of("4711"))).isFalse();
        assertThat(InspectedFiles.areFiles(List.of("shop.jar"))).isFalse();
        assertThat(InspectedFiles.areFiles(List.of("com.example.Shop"))).isFalse();
    }

    /// The working directory is that of the module, or of all of them.
    @Test
    void a_folder_is_what_a_jvm_may_run_and_a_file_of_that_name_too_is_ambiguous() {
        assertThat(InspectedFiles.areFiles(List.of("src"))).isFalse();
        assertThat(InspectedFiles.absent("src")).startsWith("a folder");
        assertThat(InspectedFiles.absent("cart")).startsWith("no file");
        var jvm =
                new RunningJvm(11, "pom.xml", Optional.empty(), Optional.empty(), Optional.empty());
        assertThat(InspectedFiles.areFiles(List.of("pom.xml"))).isTrue();
        assertThatCode(() -> InspectedFiles.checkName(List.of("pom.xml"), List::of))
                .doesNotThrowAnyException();
        assertThatCode(() -> InspectedFiles.checkName(List.of("./pom.xml"), () -> List.of(jvm)))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> InspectedFiles.checkName(List.of("pom.xml"), () -> List.of(jvm)))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("./pom.xml")
                .hasMessageContaining("or 11");
    }

    @Test
    void a_compressed_dump_is_diagnosed_as_a_file_and_as_standard_input() throws IOException {
        var file = folder.resolve("threads.txt.gz");
        try (var packed = new GZIPOutputStream(Files.newOutputStream(file))) {
            packed.write(PRINT.getBytes(StandardCharsets.UTF_8));
        }
        try (var input = Files.newInputStream(file)) {
            var words = List.of(file.toString());
            var ofFile = InspectedFiles.diagnose(words, InputStream.nullInputStream());
            var ofInput = InspectedFiles.diagnose(List.of("-"), input);
            assertThat(ofFile.findings())
                    .extracting(ServiceFinding::id)
                    .containsExactly("deadlock");
            assertThat(ofInput.findings()).isEqualTo(ofFile.findings());
        }
    }

    @Test
    void an_archive_is_diagnosed_and_what_is_not_read_of_it_is_named() throws IOException {
        var file = folder.resolve("ticket.zip");
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("threads.txt"));
            zip.write(PRINT.getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("README.md"));
            zip.write("Dear all,\n".getBytes(StandardCharsets.UTF_8));
        }
        try (var input = Files.newInputStream(file)) {
            var words = List.of(file.toString());
            var ofFile = InspectedFiles.diagnose(words, InputStream.nullInputStream());
            var ofInput = InspectedFiles.diagnose(List.of("-"), input);
            assertThat(ofFile.findings())
                    .extracting(ServiceFinding::id)
                    .containsExactly("deadlock");
            assertThat(ofFile.target().files()).hasSize(2);
            assertThat(ofFile.target().files().getLast().content()).contains("README.md");
            assertThat(ofInput.findings()).isEqualTo(ofFile.findings());
        }
        assertThat(run(file + "!/threads.txt")).as(err.toString()).isZero();
        assertThat(run(file + "!/missing.txt")).isEqualTo(ExitCode.USAGE);
    }

    /// OpenJ9 cannot be attached to.
    @Test
    void after_a_javacore_another_one_is_worth_writing() throws IOException {
        var javacore =
                """
                0SECTION       TITLE subcomponent dump routine
                1CIJAVAVERSION JRE 21 Linux amd64-64 (build 21.0.4+7-LTS)
                0SECTION       THREADS subcomponent dump routine
                3XMTHREADINFO      "main" J9VMThread:0x0A, omrthread_t:0x0B, java/lang/Thread:0x0C, state:R, prio=5
                3XMJAVALTHREAD            (java/lang/Thread getId:0x1, isDaemon:false)
                4XESTACKTRACE                at Shop.main(Shop.java:9)
                0SECTION       CLASSES subcomponent dump routine
                """;
        var file = Files.writeString(folder.resolve("javacore.txt"), javacore).toString();
        assertThat(run(file)).as(err.toString()).isZero();
        assertThat(out.toString()).contains("jcmd -l");
        var process = "1CIPROCESSID   Process ID: 4711 (0x1267)\n0SECTION       THREADS";
        var named = javacore.replace("0SECTION       THREADS", process);
        assertThat(run(Files.writeString(folder.resolve("named.txt"), named).toString())).isZero();
        assertThat(out.toString()).contains("jcmd 4711 Dump.java");
    }

    @Test
    void what_cannot_be_read_is_refused_with_the_reason() {
        assertThat(run("missing.txt")).isEqualTo(ExitCode.USAGE);
        assertThat(run(folder.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(run("--pinning", folder.resolve("a.txt").toString())).isEqualTo(ExitCode.USAGE);
        assertThat(run("4711", "a.txt")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains(
                        "no file \"missing.txt\"",
                        "is a folder",
                        "--pinning needs a live process",
                        "a file is given as ./4711");
    }
}
