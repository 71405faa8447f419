package dev.loombench.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Template.Literal;
import dev.loombench.traffic.Template.Placeholder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {

    @Test
    void placeholders_and_text_alternate() {
        assertThat(Template.of("/a/${id}-${id}").parts())
                .containsExactly(
                        new Literal("/a/"),
                        new Placeholder("id"),
                        new Literal("-"),
                        new Placeholder("id"));
        assertThat(Template.of("").parts()).isEmpty();
    }

    @Test
    void two_dollars_are_a_literal_dollar() {
        assertThat(Template.of("$$${a}$${b}$$$$").parts())
                .containsExactly(new Literal("$"), new Placeholder("a"), new Literal("${b}$$"));
    }

    @Test
    void escaped_text_stays_the_same() {
        var text = "$ ${a} $$";
        assertThat(Template.of(Template.escaped(text)).parts()).containsExactly(new Literal(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"$", "a$b", "${", "${a", "${}", "${a b}", "${1}", "$a", "$${a}$"})
    void an_unescaped_dollar_is_rejected(String text) {
        assertThatExceptionOfType(WrongInput.class).isThrownBy(() -> Template.of(text));
    }
}
