package dev.loombench.observe.jvm.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.proc.FullPipe;
import dev.loombench.observe.proc.ProcessNamespaces;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Processes as `/proc` shows them, with ids beyond the kernel's highest.
class AttachRefusalTest {
    private static final String LIBJVM =
            "7f0-7f1 r-xp 0 08:01 7 /usr/lib/jvm/25/lib/server/libjvm.so";

    @TempDir private Path proc;
    private Path process;

    /// A JVM that can be attached to.
    @BeforeEach
    void jvm() throws IOException {
        process = Files.createDirectory(proc.resolve("4200000"));
        Files.createDirectories(process.resolve("root/tmp"));
        write("maps", "7f0-7f1 r-xp 0 08:01 7 /lib/libc.so", LIBJVM);
        write("cmdline", "java\0-jar\0shop.jar\0");
        write("environ", "HOME=/root\0");
        status(1000, 1000, "4");
        Files.createDirectory(proc.resolve("self"));
        writeStatus(proc.resolve("self"), 1000, 1000, "0");
    }

    private void write(String file, String... lines) throws IOException {
        Files.writeString(process.resolve(file), String.join("\n", lines));
    }

    private void status(int user, int group, String handled) throws IOException {
        writeStatus(process, user, group, handled);
    }

    private static void writeStatus(Path process, int user, int group, String handled)
            throws IOException {
        Files.writeString(
                process.resolve("status"),
                "Name:\tjava\nUid:\t%d\t%1$d\t%1$d\t%1$d\nGid:\t%d\t%2$d\t%2$d\t%2$d\nNSpid:\t4200000\t1\nSigCgt:\t%s\n"
                        .formatted(user, group, handled));
    }

    private void assertRefused(String reason) {
        assertThat(AttachRefusal.of(new ProcessNamespaces(process)))
                .hasValueSatisfying(refusal -> assertThat(refusal).contains(reason));
    }

    private void assertAttempted() {
        assertThat(AttachRefusal.of(new ProcessNamespaces(process))).isEmpty();
    }

    @Test
    void a_jvm_of_the_same_user_is_attached_to() {
        assertAttempted();
    }

    @Test
    void where_nothing_is_known_the_attempt_decides() {
        process = proc.resolve("4200001");
        assertAttempted();
    }

    @Test
    void another_program_and_another_kind_of_jvm_are_refused() throws IOException {
        write("maps", LIBJVM, "7f2-7f3 r-xp 0 08:01 8 /opt/java/lib/default/libj9vm29.so");
        assertRefused("OpenJ9");
        write("maps", "7f0-7f1 r-xp 0 08:01 7 /lib/libc.so");
        assertRefused("it is not a JVM");
    }

    @Test
    void another_user_or_group_is_refused_with_the_command() throws IOException {
        status(10001, 1000, "4");
        assertRefused("its user is 10001 and that of this process 1000");
        assertRefused("sudo -u '#10001'");
        status(1000, 7, "4");
        assertRefused("sudo -g '#7'");
    }

    /// A JVM accepts root in any group, and no other user than its own.
    @Test
    void root_may_be_in_another_group() throws IOException {
        writeStatus(proc.resolve("self"), 0, 0, "0");
        status(0, 7, "4");
        assertAttempted();
        status(1000, 0, "4");
        assertRefused("its user is 1000 and that of this process 0");
    }

    @Test
    void a_jvm_that_forbids_attaching_is_refused() throws IOException {
        write("environ", "JDK_JAVA_OPTIONS=-XX:+DisableAttachMechanism\0");
        assertRefused("it runs with -XX:+DisableAttachMechanism");
    }

    /// An argument file, which the command line does not show, and an argument of the program.
    @Test
    void its_own_counters_show_whether_it_accepts() throws IOException {
        counters("0");
        assertRefused("it runs with -XX:+DisableAttachMechanism");
        counters("1");
        write("cmdline", "java\0-jar\0launcher.jar\0-XX:+DisableAttachMechanism\0");
        assertAttempted();
    }

    /// Larger than an array can be.
    @Test
    void counters_of_any_size_do_no_harm() throws IOException {
        var file = counters("0");
        try (var counters = new RandomAccessFile(file.toFile(), "rw")) {
            counters.setLength(1L << 32);
        }
        assertRefused("it runs with -XX:+DisableAttachMechanism");
    }

    private Path counters(String capabilities) throws IOException {
        return counters(PerfCountersTest.capabilities(capabilities));
    }

    private Path counters(byte[] content) throws IOException {
        var file = process.resolve("root/tmp/hsperfdata_shop/1");
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        write(
                "maps",
                LIBJVM,
                "7f4-7f5 rw-s 0 00:2a %s                         /tmp/hsperfdata_shop/1"
                        .formatted(Files.getAttribute(file, "unix:ino")));
        return file;
    }

    /// By which a container would have this process use a socket or a folder outside of it.
    @ParameterizedTest
    @ValueSource(strings = {"tmp", "tmp/.java_pid1"})
    void symbolic_links_in_its_container_are_not_followed(String link) throws IOException {
        var outside = Files.createDirectory(proc.resolve("outside"));
        var path = process.resolve("root").resolve(link);
        Files.deleteIfExists(path);
        Files.createSymbolicLink(path, outside);
        assertRefused("its /%s is a symbolic link".formatted(link));
    }

    /// Its own, whatever this process has: in that one, another JVM may have the same id.
    @Test
    void a_jvm_without_a_folder_for_its_socket_is_refused() throws IOException {
        Files.delete(process.resolve("root/tmp"));
        assertRefused("it has no folder /tmp");
        assertRefused("emptyDir");
        Files.delete(process.resolve("root"));
        assertRefused("the kernel does not show its files");
    }

    /// It cannot accept the connection of attach.
    @Test
    void a_jvm_with_as_many_open_files_as_it_may_have_is_refused() throws IOException {
        Files.createDirectories(process.resolve("fd"));
        Files.createFile(process.resolve("fd/0"));
        write(
                "limits",
                "Max open files            1                    4096                 files ");
        assertRefused("as many files and connections open as it may (1)");
        Files.delete(process.resolve("fd/0"));
        assertAttempted();
    }

    /// Its attach would wait in the warning about the agent, which an option on the command line
    /// turns off, however it came there.
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_jvm_that_would_print_to_a_full_pipe_is_refused() throws Exception {
        var pipe = Files.createDirectories(process.resolve("fd")).resolve("2");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        try (var ends = new RandomAccessFile(pipe.toFile(), "rw")) {
            assertAttempted();
            while (!FullPipe.is(pipe)) {
                ends.write(new byte[4096]);
            }
            write("environ", "JAVA_TOOL_OPTIONS=-XX:+EnableDynamicAgentLoading\0");
            assertRefused("its standard error is a full pipe");
            assertThat(AttachRefusal.isOfAgents(new ProcessNamespaces(process))).isTrue();
            assertThat(AttachRefusal.ofKnown(new ProcessNamespaces(process))).isEmpty();
            write("environ", "JDK_JAVA_OPTIONS=-XX:+EnableDynamicAgentLoading\0");
            assertAttempted();
            write("environ", "HOME=/root\0");
            write("cmdline", "java\0-XX:+EnableDynamicAgentLoading\0-jar\0shop.jar\0");
            assertAttempted();
            write("cmdline", "java\0@options\0-jar\0shop.jar\0");
            var options = "-XX:+EnableDynamicAgentLoading".getBytes(StandardCharsets.ISO_8859_1);
            counters(PerfCountersTest.counter("java.rt.vmArgs", options));
            assertAttempted();
        }
    }

    /// In a container the socket has the id of the process there.
    @Test
    void a_jvm_without_a_handler_is_attached_to_where_its_socket_exists() throws IOException {
        status(1000, 1000, "0");
        assertRefused("it does not handle SIGQUIT");
        Files.createFile(process.resolve("root/tmp/.java_pid4200000"));
        assertRefused("it does not handle SIGQUIT");
        Files.createFile(process.resolve("root/tmp/.java_pid1"));
        assertAttempted();
    }
}
