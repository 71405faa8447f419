package dev.loombench.experiment.yaml;

import static dev.loombench.experiment.yaml.ExperimentTexts.problems;
import static dev.loombench.experiment.yaml.ExperimentTexts.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.experiment.WrongExperiments;
import dev.loombench.experiment.WrongExperiments.WrongExperiment;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Reported problems: location, quoted line, number and order.
class ExperimentProblemsTest {
    @ParameterizedTest
    @MethodSource("dev.loombench.experiment.WrongExperiments#all")
    void an_error_states_the_location_what_was_found_and_what_was_expected(WrongExperiment wrong) {
        var where = wrong.location().isEmpty() ? "trial.yaml: " : "trial.yaml:" + wrong.location();
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> read(wrong.yaml()))
                .satisfies(error -> {
                    assertThat(error.getMessage()).startsWith(where).contains(wrong.fragments());
                    assertThat(error.getMessage().replace("\n", ""))
                            .matches(TextSanitizer::isPrintable);
                });
    }

    @Test
    void the_line_is_quoted_with_a_caret() {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(
                        () -> read(WrongExperiments.GOOD.replace("threads: 100", "threds: 100")))
                .withMessage(
                        """
                        trial.yaml:5:5: a variant has no key "threds"; did you mean "threads"?
                          5 |     threds: 100
                            |     ^^^^^^\
                        """);
    }

    @Test
    void the_number_of_variants_has_a_limit() {
        assertThat(read(withVariants(200)).variants()).hasSize(200);
        assertThat(problems(withVariants(201)))
                .singleElement()
                .asString()
                .startsWith("trial.yaml:3:3:")
                .contains("an experiment has at most 200 variants, found 201");
    }

    private static String withVariants(int count) {
        var variants = new StringBuilder("variants:\n");
        for (int i = 1; i <= count; i++) {
            variants.append(
                    "  - {server: tomcat, model: platform-pool, threads: %d}\n".formatted(i));
        }
        return "question: Which?\n" + variants + "load: {users: 400, path: /hello}\n";
    }

    @Test
    void all_problems_are_reported_together_in_the_order_of_the_file() {
        var wrong =
                WrongExperiments.GOOD
                        .replace("threads: 100", "threads: none")
                        .replace("users: 400", "users: many")
                        .replace("trials: 5", "trials: 0");
        assertThat(problems(wrong))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("trial.yaml:5:14:"),
                        second -> assertThat(second).startsWith("trial.yaml:9:10:"),
                        third -> assertThat(third).startsWith("trial.yaml:13:9:"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server: tomcat -> sever: tomcat",
                "server: tomcat -> server: tomact",
                "threads: 100 -> threads: 0",
                "measure: 10s -> warm-up: {min: never, max: 1s}",
                "measure: 10s -> warm-up: {max: 5s, others: 6s}",
                "model: virtual -> model: event-loop",
                "users: 400 -> users: 0",
                "path: /hello -> request: {path: hello}"
            })
    void one_mistake_is_one_problem(String change) {
        var sides = List.of(change.split(" -> ", 2));
        assertThat(problems(WrongExperiments.GOOD.replaceFirst(sides.get(0), sides.get(1))))
                .hasSize(1);
    }

    @Test
    void two_variants_with_the_same_mistake_are_not_also_reported_as_equal() {
        var wrong = WrongExperiments.GOOD.replace("virtual", "platform-pool\n    threads: 0");
        assertThat(problems(wrong.replace("100", "0"))).hasSize(2);
    }

    @Test
    void only_the_first_ten_problems_are_shown() {
        var many = new StringBuilder(WrongExperiments.GOOD);
        for (int i = 0; i < 100; i++) {
            many.append("wrong").append(i).append(": 1\n");
        }
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> read(many.toString()))
                .withMessageEndingWith("and 90 more problems");
    }

    @Test
    void a_long_line_is_quoted_in_part() {
        var wrong = WrongExperiments.GOOD + "# " + "x".repeat(500) + "\u0007" + "x".repeat(500);
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> read(wrong))
                .satisfies(error ->
                        assertThat(error.getMessage().lines()).allMatch(l -> l.length() < 120));
    }
}
