package dev.loombench.report.reason;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.export.Outline.Command;
import dev.loombench.export.Outline.Item;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NextStepTest {
    private static final String PROPERTY = "spring.datasource.hikari.maximum-pool-size";

    @Test
    void a_known_limit_is_named_as_the_present_one() {
        assertThat(step(true).sentence())
                .isEqualTo("HikariCP's maximumPoolSize 50 in place of 10 (" + PROPERTY + "=50)");
    }

    @Test
    void an_unknown_limit_is_not_claimed_to_be_the_default() {
        assertThat(step(false).sentence())
                .isEqualTo(
                        "HikariCP's maximumPoolSize 50 against its default of 10 ("
                                + PROPERTY
                                + "=50)");
    }

    @Test
    void a_default_that_depends_on_the_release_is_named_for_both() {
        var agroal =
                new NextStep(
                        "Agroal", "maxSize", Optional.empty(), 50, false, 250, Optional.empty());
        assertThat(agroal.sentence()).contains("50, or 20 in");
    }

    @Test
    void a_command_follows_where_there_is_one() {
        var sentence = step(true).sentence();
        assertThat(step(true).parts()).containsExactly(new Item("", "Try " + sentence));
        var known =
                new NextStep(
                        "HikariCP",
                        "maximumPoolSize",
                        Optional.of(PROPERTY),
                        10,
                        true,
                        50,
                        Optional.of("loombench compare app.jar"));
        assertThat(known.parts())
                .containsExactly(
                        new Item("", "Try " + sentence + ":"),
                        new Command("loombench compare app.jar"));
    }

    private static NextStep step(boolean isKnown) {
        return new NextStep(
                "HikariCP",
                "maximumPoolSize",
                Optional.of(PROPERTY),
                10,
                isKnown,
                50,
                Optional.empty());
    }
}
