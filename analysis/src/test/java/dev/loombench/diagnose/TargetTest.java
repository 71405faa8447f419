package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Target.ReadFile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /// Elsewhere the word may be a name of the service.
    @ParameterizedTest
    @CsvSource({
        "jcmd PID Thread.print -l, jcmd 7 Thread.print -l",
        "loombench inspect PID reads them, loombench inspect 7 reads them",
        "loombench inspect --memory PID, loombench inspect --memory 7",
        "ls -l /proc/PID/fd, ls -l /proc/7/fd",
        "com.shop.PID.run, com.shop.PID.run",
        "PID controller, PID controller"
    })
    void commands_name_the_process_where_it_is_known(String text, String named) {
        assertThat(new Target(7, List.of()).withPid(text)).isEqualTo(named);
        var file = new ReadFile("threads.txt", "1 thread dump");
        var ofFiles = new Target(OptionalLong.of(7), List.of(), List.of(file), Optional.empty());
        assertThat(ofFiles.withPid(text)).as("it may have ended").isEqualTo(text);
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
