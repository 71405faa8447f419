package dev.loombench.launch.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RefusedClassesTest {
    private static String refused(int version, int limit) {
        return "Caused by: java.lang.UnsupportedClassVersionError: shop/Main has been compiled by a more recent version of the Java Runtime (class file version %d.0), this version of the Java Runtime only recognizes class file versions up to %d.0"
                .formatted(version, limit);
    }

    @Test
    void both_jdks_are_known_by_the_versions_of_class_files() {
        var classes = RefusedClasses.in(List.of("Error: LinkageError", refused(69, 65)));
        assertThat(classes).contains(new RefusedClasses(25, 21));
        assertThat(classes.orElseThrow().message()).contains("25", "21", "--jdk");
    }

    @Test
    void the_latest_of_several_is_needed() {
        assertThat(RefusedClasses.in(List.of(refused(61, 52), refused(65, 52), refused(61, 52))))
                .contains(new RefusedClasses(21, 8));
    }

    @Test
    void other_lines_name_none() {
        assertThat(RefusedClasses.in(List.of())).isEmpty();
        assertThat(
                        RefusedClasses.in(
                                List.of(
                                        "java.lang.UnsupportedClassVersionError: a",
                                        "class file version 69.0 up to 65.0")))
                .isEmpty();
    }
}
