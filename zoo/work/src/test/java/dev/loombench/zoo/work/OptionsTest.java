package dev.loombench.zoo.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
    @Test
    void only_the_model_is_needed() {
        assertThat(Options.parse("--model", "virtual"))
                .isEqualTo(new Options("virtual", 0, 200, Optional.empty()));
    }

    @Test
    void every_option_is_read() throws Exception {
        assertThat(
                        Options.parse(
                                "--threads",
                                "50",
                                "--container-limits",
                                "default",
                                "--downstream",
                                "http://127.0.0.1:9",
                                "--port",
                                "8080",
                                "--model",
                                "platform-pool",
                                "--listen",
                                "10.0.0.1"))
                .isEqualTo(
                        new Options(
                                "platform-pool",
                                InetAddress.getByAddress(new byte[] {10, 0, 0, 1}),
                                8080,
                                50,
                                Optional.of(URI.create("http://127.0.0.1:9")),
                                true,
                                Map.of()));
    }

    @Test
    void the_address_is_loopback_unless_another_is_given() {
        var options = Options.parse("--model", "virtual", "--port", "8080");
        assertThat(options.address())
                .isEqualTo(new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080));
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> Options.parse("--model", "virtual", "--listen", "all"))
                .withMessage("--listen must be an IP address like 10.0.0.1, was \"all\"");
    }

    @Test
    void an_extra_choice_is_one_of_those_offered() {
        var extra = List.of("--admission");
        var options = Options.parse(extra, "--model", "virtual", "--admission", "adaptive");
        assertThat(options.extraChoice("--admission", "adaptive")).contains("adaptive");
        assertThat(options.extraChoice("--other", "adaptive")).isEmpty();
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> options.extraChoice("--admission", "fixed", "none"))
                .withMessage("--admission must be fixed or none, was \"adaptive\"");
    }

    @Test
    void a_server_may_have_extra_options() {
        var extra = List.of("--ledger", "--pool");
        var options = Options.parse(extra, "--pool", "20", "--model", "virtual");
        assertThat(options.extra()).isEqualTo(Map.of("--pool", "20"));
        assertThat(options.extraNumber("--pool", 10, 1, 100)).isEqualTo(20);
        assertThat(options.extraNumber("--ledger", 7, 1, 100)).isEqualTo(7);
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> options.extraNumber("--pool", 10, 1, 19))
                .withMessage("--pool must be a whole number from 1 to 19, was \"20\"");
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> Options.parse("--pool", "20", "--model", "virtual"))
                .withMessageContaining("unknown option --pool");
    }

    @Test
    void the_address_is_loopback() {
        var address = Options.parse("--model", "virtual", "--port", "8080").address();
        assertThat(address.getAddress().isLoopbackAddress()).isTrue();
        assertThat(address.getPort()).isEqualTo(8080);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--port 0 | --model is missing",
                "--model | --model needs a value",
                "--modle virtual | unknown option --modle; known options: --model, --listen",
                "--model a --model b | --model is given twice",
                "--model a --port 65536 | --port must be a whole number from 0 to 65535",
                "--model a --port x | was \"x\"",
                "--model a --threads 0 | --threads must be a whole number from 1",
                "--model a --downstream nowhere | must be a URL like http://127.0.0.1:8080",
                "--model a --downstream https://h | must be a URL like http://127.0.0.1:8080",
                "--model a --downstream http://:: | --downstream must be a URL",
            })
    void an_invalid_command_line_says_what_is_expected(String line, String why) {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> Options.parse(line.split(" ")))
                .withMessageContaining(why);
    }
}
