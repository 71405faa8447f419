package dev.loombench.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTemplateTest {
    private static final PlanTemplate TEMPLATE =
            new PlanTemplate(
                    """
                    # ${commands}
                    a: "${a}-${b}"
                      #if one
                      b: ${b}
                      #end
                    #if two
                    c: $(d)
                    #end
                    """
                            .lines()
                            .toList());

    @Test
    void a_plan_has_its_values_its_sections_and_a_line_for_each_command() {
        var text =
                TEMPLATE.with(Set.of("one"))
                        .text(
                                Map.of("a", "x:/@+=._y", "b", "2"),
                                "commands",
                                List.of("echo '$1' \\", "echo ${a}"));
        assertThat(text)
                .isEqualTo(
                        """
                        # echo '$1' \\
                        # echo ${a}
                        a: "x:/@+=._y-2"
                          b: 2
                        """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"", "\\", "$1", "a b", "a\n", "#", "ä"})
    void a_value_that_yaml_could_read_otherwise_is_refused(String value) {
        var plan = TEMPLATE.with(Set.of());
        assertThatThrownBy(() -> plan.text(Map.of("a", value, "b", ""), "commands", List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_value_is_not_forgotten() {
        var plan = TEMPLATE.with(Set.of("two"));
        assertThatThrownBy(() -> plan.text(Map.of("a", "x"), "commands", List.of()))
                .hasMessage("no value for ${b}: null");
    }

    @Test
    void variables_of_a_script_get_other_values() {
        var script = new PlanTemplate(List.of("hosts=(a b) # as in", " hosts=c", "hosts", ""));
        assertThat(script.assigned(Map.of("hosts=", "('$x')")))
                .isEqualTo("hosts=('$x')\n hosts=c\nhosts\n\n");
    }
}
