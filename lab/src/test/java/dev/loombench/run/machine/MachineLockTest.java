package dev.loombench.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class MachineLockTest {
    @TempDir private Path home;

    /// The JVM's `?` is no folder below the present one.
    @Test
    void a_user_without_a_home_has_a_temporary_folder() {
        var temporary = home.resolve("loombench-x");
        assertThat(PrivateFolder.candidates("?", temporary)).containsExactly(temporary);
        assertThat(PrivateFolder.candidates(home.toString(), temporary))
                .containsExactly(home.resolve(".cache/loombench"), temporary);
    }

    @Test
    void runs_of_one_user_detect_each_other() {
        var folder = home.resolve(".cache/loombench");
        try (var first = MachineLock.take(List.of(folder))) {
            assertThat(first.exclusive()).isTrue();
            try (var second = MachineLock.take(List.of(folder))) {
                assertThat(second.exclusive()).isFalse();
                assertThat(second.otherProcess().orElse(ProcessHandle.current().pid()))
                        .isEqualTo(ProcessHandle.current().pid());
            }
        }
        try (var next = MachineLock.take(List.of(folder))) {
            assertThat(next.exclusive()).isTrue();
            assertThat(next.problem()).isEmpty();
        }
    }

    /// Needs the kernel's list of locks.
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_look_sees_a_run_and_takes_nothing() {
        var folder = home.resolve("loombench");
        assertThat(MachineLock.look(List.of(folder)).exclusive()).isTrue();
        assertThat(folder).doesNotExist();
        try (var run = MachineLock.take(List.of(folder))) {
            var look = MachineLock.look(List.of(home.resolve("none"), folder));
            assertThat(run.exclusive()).isTrue();
            assertThat(look.exclusive()).isFalse();
            assertThat(look.otherProcess()).hasValue(ProcessHandle.current().pid());
        }
        assertThat(MachineLock.look(List.of(folder)).exclusive()).isTrue();
    }

    @Test
    void other_users_cannot_enter_the_folder_or_open_the_file() throws IOException {
        var folder = Files.createDirectory(home.resolve("loombench"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        try (var lock = MachineLock.take(List.of(folder));
                var files = Files.list(folder)) {
            assertThat(lock.problem()).isEmpty();
            assertThat(rights(folder)).isEqualTo("rwx------");
            assertThat(files)
                    .singleElement()
                    .satisfies(f -> assertThat(rights(f)).isEqualTo("rw-------"));
        }
    }

    /// Another user may have created something with the same name.
    @Test
    void neither_a_link_nor_a_file_is_used_as_the_folder() throws IOException {
        var theirs = Files.createDirectory(home.resolve("theirs"));
        var link = Files.createSymbolicLink(home.resolve("link"), theirs);
        var file = Files.createFile(home.resolve("file"));
        try (var lock = MachineLock.take(List.of(link, file))) {
            assertThat(lock.exclusive()).isTrue();
            assertThat(lock.problem().orElseThrow())
                    .contains(link + " is not a folder", file + " is not a folder");
        }
        assertThat(theirs).isEmptyDirectory();
    }

    @Test
    void a_link_is_not_followed_to_another_file() throws IOException {
        var folder = home.resolve("loombench");
        Path name;
        try (var lock = MachineLock.take(List.of(folder));
                var files = Files.list(folder)) {
            assertThat(lock.exclusive()).isTrue();
            name = files.findFirst().orElseThrow();
        }
        var victim = home.resolve("victim");
        Files.delete(name);
        Files.createSymbolicLink(name, victim);
        try (var lock = MachineLock.take(List.of(folder))) {
            assertThat(lock.problem()).isPresent();
        }
        assertThat(victim).doesNotExist();
    }

    @Test
    void a_folder_that_cannot_be_created_is_skipped() throws IOException {
        var file = Files.createFile(home.resolve("file"));
        var folder = home.resolve("other");
        try (var lock = MachineLock.take(List.of(file.resolve("below"), folder))) {
            assertThat(lock.problem()).isEmpty();
            assertThat(folder).isDirectory();
        }
    }

    private static String rights(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
