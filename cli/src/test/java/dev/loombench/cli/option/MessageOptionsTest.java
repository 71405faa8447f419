package dev.loombench.cli.option;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.text.WrongInput;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MessageOptionsTest {
    private static final byte[] PHOTO = {(byte) 0xff, (byte) 0xd8};

    private static MessageOptions options(String... arguments) {
        return CommandLine.populateCommand(new MessageOptions(), arguments);
    }

    @Test
    void a_binary_message_is_in_base64_or_becomes_it() {
        assertThat(options("--ws-binary").message(PHOTO)).isEqualTo("/9g=");
        assertThat(options("--ws-binary").message("/9g=".getBytes(UTF_8))).isEqualTo("/9g=");
    }

    @Test
    void a_text_has_no_other_bytes() {
        assertThat(options().message("ping!".getBytes(UTF_8))).isEqualTo("ping!");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> options().message(PHOTO))
                .withMessage(
                        "a text of WebSocket is in UTF-8, and --body has other bytes, which --ws-binary sends");
    }
}
