package dev.loombench.observe.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.proc.ProcessNamespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathFoldersTest {
    private static String classPath(String command) {
        return ClassPathFolders.classPath(List.of(command.split(" ", -1)));
    }

    @Test
    void the_last_class_path_counts_and_none_of_a_jar() {
        assertThat(classPath("java -cp a:b com.shop.Shop")).isEqualTo("a:b");
        assertThat(classPath("java -cp a --class-path=b -Xmx1g com.shop.Shop")).isEqualTo("b");
        assertThat(classPath("java -Xmx1g com.shop.Shop")).isEmpty();
        assertThat(classPath("java -cp")).isEmpty();
        assertThat(classPath("java -jar shop.jar -cp a")).isEmpty();
        assertThat(classPath("java -cp a -jar shop.jar")).isEmpty();
        assertThat(classPath("java --add-opens java.base/java.io=shop -cp a com.shop.Shop"))
                .isEqualTo("a");
        assertThat(classPath("java -cp a com.shop.Shop -cp b")).as("of the program").isEqualTo("a");
    }

    @Test
    void jars_are_no_folders() {
        assertThat(ClassPathFolders.folders("/app/resources:/app/classes:/app/libs/*:x.jar"))
                .containsExactly("/app/resources", "/app/classes");
        assertThat(ClassPathFolders.folders("\"/a\"\n")).containsExactly("/a");
        assertThat(ClassPathFolders.folders("")).isEmpty();
    }

    /// The class path of the process is in a file, which is below its root.
    @Test
    void a_file_may_have_the_class_path(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("root/app"));
        Files.writeString(folder.resolve("root/app/jib-classpath-file"), "/app/resources:rest");
        Files.writeString(
                folder.resolve("cmdline"), "java\0-cp\0@/app/jib-classpath-file\0com.shop.Shop\0");
        assertThat(ClassPathFolders.of(new ProcessNamespaces(folder)))
                .containsExactly(folder.resolve("root/app/resources"), folder.resolve("cwd/rest"));
    }
}
