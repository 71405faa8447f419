package dev.loombench.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTreeTest {
    @TempDir private Path folder;

    @Test
    void a_link_is_removed_and_its_target_stays() throws IOException {
        var other = Files.createDirectory(folder.resolve("other"));
        var kept = Files.writeString(other.resolve("kept"), "text");
        var tree = folder.resolve("tree");
        Files.createDirectories(tree.resolve("inner"));
        Files.writeString(tree.resolve("inner").resolve("file"), "text");
        Files.createSymbolicLink(tree.resolve("link"), other);
        FolderTree.remove(tree);
        assertThat(Files.exists(tree, LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(kept).hasContent("text");
    }

    @Test
    void a_folder_that_does_not_exist_needs_no_removal() throws IOException {
        FolderTree.remove(folder.resolve("none"));
        assertThat(folder).isEmptyDirectory();
    }
}
