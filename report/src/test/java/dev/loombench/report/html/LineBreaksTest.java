package dev.loombench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LineBreaksTest {
    @Test
    void a_name_may_break_after_its_dots() {
        assertThat(LineBreaks.parts("com.zaxxer.hikari.pool.HikariPool.getConnection"))
                .containsExactly(
                        "com.", "zaxxer.", "hikari.", "pool.", "HikariPool.", "getConnection");
        assertThat(LineBreaks.parts("at shop.Orders$Cache.load in /opt/shop"))
                .containsExactly("at shop.", "Orders$", "Cache.", "load in /opt/", "shop");
    }

    @Test
    void numbers_and_ends_of_sentences_stay_whole() {
        var sentence = "It waits 1.5 s. Then 3,600/s. 99.9 %";
        assertThat(LineBreaks.parts(sentence)).containsExactly(sentence);
        assertThat(LineBreaks.parts("")).containsExactly("");
    }
}
