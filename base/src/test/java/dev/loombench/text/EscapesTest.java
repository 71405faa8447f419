package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EscapesTest {
    @Test
    void percent_encoding_is_undone_and_a_wrong_one_stays() {
        assertThat(Escapes.ofUrl("a%3Db+c%C3%A9")).isEqualTo("a=b cé");
        assertThat(Escapes.ofUrl("token%3Dx%26p%3D100%")).isEqualTo("token=x&p=100%");
        assertThat(Escapes.ofUrl("%$1%zz%4")).isEqualTo("%$1%zz%4");
    }

    @Test
    void escapes_of_json_are_undone() {
        assertThat(Escapes.ofJson("a\\\"b\\u0070\\\\n\\t\\q")).isEqualTo("a\"bp\\n\t\\q");
    }

    @Test
    void entities_are_undone() {
        assertThat(Escapes.ofXml("&lt;a&#62;&#x26;&quot;&nbsp;&#999999999;&"))
                .isEqualTo("<a>&\"&nbsp;&#999999999;&");
    }

    @Test
    void a_text_has_a_reading_per_kind_of_escapes() {
        assertThat(Escapes.readings("a%41")).containsExactly("a%41", "aA");
        assertThat(Escapes.readings("a")).containsExactly("a");
    }
}
