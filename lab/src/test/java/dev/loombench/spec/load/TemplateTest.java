package dev.loombench.spec.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.spec.load.Template.Literal;
import dev.loombench.spec.load.Template.Placeholder;
import dev.loombench.spec.text.SpecError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {

    @Test
    void values_stand_between_text() {
        assertThat(Template.of("/a/${id}-${id}").parts())
                .containsExactly(
                        new Literal("/a/"),
                        new Placeholder("id"),
                        new Literal("-"),
                        new Placeholder("id"));
        assertThat(Template.of("").parts()).isEmpty();
    }

    @Test
    void two_dollars_are_one() {
        assertThat(Template.of("$$${a}$${b}$$$$").parts())
                .containsExactly(new Literal("$"), new Placeholder("a"), new Literal("${b}$$"));
    }

    @Test
    void text_that_was_escaped_is_that_text() {
        var text = "$ ${a} $$";
        assertThat(Template.of(Template.escaped(text)).parts()).containsExactly(new Literal(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"$", "a$b", "${", "${a", "${}", "${a b}", "${1}", "$a", "$${a}$"})
    void a_dollar_on_its_own_is_refused(String text) {
        assertThatExceptionOfType(SpecError.class).isThrownBy(() -> Template.of(text));
    }
}
