package dev.loombench.observe.jvm.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramNameTest {
    @ParameterizedTest
    @CsvSource({
        "java -Xmx1g -jar /opt/shop.jar --port 80, shop.jar",
        "java -cp a:b com.example.Shop x, com.example.Shop",
        "java --class-path a:b --add-opens java.base/java.lang=ALL-UNNAMED com.example.Shop, com.example.Shop",
        "java --add-opens=java.base/java.lang=ALL-UNNAMED com.example.Shop, com.example.Shop",
        "java --enable-native-access ALL-UNNAMED -jar shop.jar, shop.jar",
        "java -p mods -m shop/com.example.Shop, com.example.Shop",
        "java --module=shop/com.example.Shop, com.example.Shop",
        "java --source 25 src/Shop.java, Shop.java",
        "java -Dx=y -jar, ''",
        "java @options, ''",
        "java, ''"
    })
    void a_program_is_known_by_the_command_line(String line, String name) {
        assertThat(ProgramName.of(List.of(line.split(" ", -1)))).isEqualTo(name);
    }

    @Test
    void a_jar_may_have_blanks_in_its_path() {
        assertThat(ProgramName.of(List.of("java", "-jar", "/my apps/shop 2.jar")))
                .isEqualTo("shop 2.jar");
        assertThat(ProgramName.of(List.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/opt/shop.jar --port 80, shop.jar",
        "com.example.Shop, com.example.Shop",
        "jdk.compiler/com.sun.tools.javac.Main -d x, com.sun.tools.javac.Main"
    })
    void a_program_is_known_by_its_own_report(String command, String name) {
        assertThat(ProgramName.ofCommand(command)).isEqualTo(name);
    }
}
