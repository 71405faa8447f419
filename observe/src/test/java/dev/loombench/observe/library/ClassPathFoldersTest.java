package dev.loombench.observe.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClassPathFoldersTest {
    private static List<String> named(String command) {
        return ClassPathFolders.named(List.of(command.split(" ", -1)));
    }

    @Test
    void folders_of_the_last_class_path_are_named() {
        assertThat(named("java -cp /app/resources:/app/classes:/app/libs/*:x.jar com.shop.Shop"))
                .containsExactly("/app/resources", "/app/classes");
        assertThat(named("java -cp a --class-path=b -Xmx1g com.shop.Shop")).containsExactly("b");
        assertThat(named("java -Xmx1g com.shop.Shop")).isEmpty();
        assertThat(named("java -cp")).isEmpty();
    }

    @Test
    void a_jar_replaces_the_class_path_and_has_arguments_of_its_own() {
        assertThat(named("java -jar shop.jar -cp a")).isEmpty();
    }
}
