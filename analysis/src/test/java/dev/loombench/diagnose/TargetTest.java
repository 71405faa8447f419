package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TargetTest {
    @Test
    void secrets_of_the_command_line_are_masked_wherever_they_occur() {
        var target =
                new Target(
                        7,
                        List.of(
                                "java",
                                "-Ddb.password=hunter22",
                                "-jar",
                                "shop.jar",
                                "--api-key",
                                "k-123456",
                                "--url=jdbc:postgresql://shop:s3cr3t!@db/shop",
                                "--server.port=8080"));
        assertThat(target.secrets()).containsExactly("hunter22", "k-123456", "s3cr3t!");
        assertThat(target.mask().of("login with hunter22 and k-123456 at s3cr3t!"))
                .isEqualTo("login with *** and *** at ***");
        assertThat(target.mask().of("port 8080")).isEqualTo("port 8080");
    }

    @Test
    void the_program_is_the_jar_or_the_main_class() {
        assertThat(new Target(7, List.of("java", "-Xmx1g", "-jar", "/opt/shop.jar", "x")).program())
                .isEqualTo("shop.jar");
        assertThat(new Target(7, List.of("java", "-cp", "a:b", "com.example.Shop", "x")).program())
                .isEqualTo("com.example.Shop");
        assertThat(new Target(7, List.of()).program()).isEmpty();
    }
}
