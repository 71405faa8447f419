package dev.loombench.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.agent.wire.Frame.Text;
import dev.loombench.agent.wire.MalformedFrame;
import dev.loombench.text.WrongInput;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReceivedTextsTest {
    @Test
    void texts_are_taken_once() throws MalformedFrame {
        var texts = new ReceivedTexts();
        texts.add(new Text("plan", "{}"));
        texts.add(new Text("0/users.csv", "name"));
        assertThat(texts.take()).isEqualTo(Map.of("plan", "{}", "0/users.csv", "name"));
        assertThat(texts.take()).isEmpty();
    }

    @Test
    void an_agent_accepts_a_limited_number_of_texts() throws MalformedFrame {
        var texts = new ReceivedTexts();
        for (int i = 0; i < ReceivedTexts.MAX_TEXTS; i++) {
            texts.add(new Text(String.valueOf(i), ""));
        }
        assertThatThrownBy(() -> texts.add(new Text("plan", "{}")))
                .isInstanceOf(MalformedFrame.class);
    }

    /// Such as a thousand requests whose bodies have 250 KB each.
    @Test
    void texts_that_would_not_arrive_are_not_sent() {
        ReceivedTexts.requireSize(Map.of("plan", "{}"));
        ReceivedTexts.requireSize(ReceivedTexts.MAX_LENGTH, ReceivedTexts.MAX_BYTES);
        assertThatThrownBy(() -> ReceivedTexts.requireSize(ReceivedTexts.MAX_LENGTH + 1, 0))
                .isInstanceOf(WrongInput.class);
        assertThatThrownBy(() -> ReceivedTexts.requireSize(0, ReceivedTexts.MAX_BYTES + 1))
                .isInstanceOf(WrongInput.class);
    }
}
