package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Ways to a file, and who can change where they lead.
@DisabledOnOs(OS.WINDOWS)
class OwnFileTest {
    @TempDir private Path home;
    private Path file;

    @BeforeEach
    void create() throws IOException {
        home = home.toRealPath();
        file = Files.writeString(folder("own", "rwx------").resolve("file"), "text");
        permit(file, "rw-------");
    }

    private Path folder(String name, String permissions) throws IOException {
        return permit(Files.createDirectory(home.resolve(name)), permissions);
    }

    private static Path permit(Path path, String permissions) throws IOException {
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void links_and_dots_of_this_user_are_followed() throws IOException {
        var links = folder("links", "rwxr-xr-x");
        var link = Files.createSymbolicLink(links.resolve("a"), Path.of("../own/./file"));
        var second = Files.createSymbolicLink(links.resolve("b"), link);
        assertThat(OwnFile.problem(file)).isEmpty();
        assertThat(OwnFile.problem(second)).isEmpty();
        assertThat(OwnFile.problem(links.resolve("../own/../links/b"))).isEmpty();
    }

    /// Another user can have it lead to another file.
    @Test
    void a_link_in_a_folder_that_others_can_write_is_refused() throws IOException {
        var shared = folder("shared", "rwxrwxrwx");
        var link = Files.createSymbolicLink(shared.resolve("link"), file);
        var behind = Files.createSymbolicLink(home.resolve("behind"), link);
        var place = "is in %s, where other users can put another".formatted(shared);
        assertThat(OwnFile.problem(link).orElseThrow()).startsWith(place);
        assertThat(OwnFile.problem(behind).orElseThrow()).startsWith(place);
        Files.createSymbolicLink(shared.resolve("folder"), file.getParent());
        assertThat(OwnFile.problem(shared.resolve("folder/file")).orElseThrow()).startsWith(place);
    }

    /// Only root can give a link to another user.
    @Test
    void a_link_of_another_user_in_a_sticky_folder_is_refused() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        var sticky = folder("sticky", "rwxrwxrwx");
        Files.setAttribute(sticky, "unix:mode", 01777);
        var link = Files.createSymbolicLink(sticky.resolve("link"), file);
        assertThat(OwnFile.problem(link)).isEmpty();
        Files.setAttribute(link, "unix:uid", 12_345, LinkOption.NOFOLLOW_LINKS);
        assertThat(OwnFile.problem(link).orElseThrow()).startsWith("is in " + sticky);
    }
}
