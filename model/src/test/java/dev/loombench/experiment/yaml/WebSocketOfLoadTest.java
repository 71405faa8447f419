package dev.loombench.experiment.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.SmallZoo;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.WebSocketPolicy;
import dev.loombench.yaml.SourceText;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The block `websocket` of a load.
class WebSocketOfLoadTest {
    private static Experiment read(String keys) {
        var text =
                """
                question: Which?
                variants: [{server: tomcat, model: virtual}]
                load: {users: 1, request: {path: /echo, body: AAEC}%s}
                """
                        .formatted(keys);
        return new ExperimentReader(SmallZoo.SERVERS)
                .read(new SourceText("websocket.yaml", text), "websocket", Path.of("folder"));
    }

    @Test
    void greetings_and_the_kind_of_messages_are_read() {
        var block = ", streaming: websocket, websocket: {greetings: 2, binary: true}";
        assertThat(read(block).traffic().webSocket()).isEqualTo(new WebSocketPolicy(2, true));
        assertThat(read(", streaming: websocket").traffic().connections().webSocket()).isEmpty();
        assertThat(read(block).traffic().requests().getFirst().method()).isEqualTo("GET");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "websocket: {} ; websocket needs streaming: websocket",
                "'streaming: events, websocket: {}' ; websocket needs streaming: websocket",
                "'streaming: websocket, websocket: {greetings: 1001}' ; greetings",
                "'streaming: websocket, websocket: {greeting: 1}' ; greeting",
            })
    void mistakes_are_explained(String keys, String message) {
        assertThatThrownBy(() -> read(", " + keys))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining(message);
    }

    @Test
    void a_binary_message_is_base64() {
        assertThatThrownBy(() ->
                        new ExperimentReader(SmallZoo.SERVERS)
                                .read(
                                        new SourceText(
                                                "websocket.yaml",
                                                """
                                                question: Which?
                                                variants: [{server: tomcat, model: virtual}]
                                                load:
                                                  users: 1
                                                  streaming: websocket
                                                  websocket: {binary: true}
                                                  request: {path: /echo, body: "ping!"}
                                                """),
                                        "websocket",
                                        Path.of("folder")))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("given in Base64");
    }
}
