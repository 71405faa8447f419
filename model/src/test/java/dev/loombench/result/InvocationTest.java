package dev.loombench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class InvocationTest {
    private static final List<String> USERS = List.of("--users", "-c");

    private static Invocation typed(String... words) {
        return new Invocation(List.of(words));
    }

    @Test
    void the_line_is_for_a_shell() {
        assertThat(typed("compare", "a=node s.js -c 5", "b=it's", "-c=50", "--path=/a?b=1").line())
                .isEqualTo(
                        "loombench compare 'a=node s.js -c 5' 'b=it'\\''s' -c 50 --path '/a?b=1'");
        assertThat(typed("run").line()).isEqualTo("loombench run");
    }

    @Test
    void an_option_is_replaced_by_every_name() {
        assertThat(
                        typed("compare", "app.jar", "-c=50,200", "--trials=50")
                                .with(USERS, "200")
                                .line())
                .isEqualTo("loombench compare app.jar -c 200 --trials 50");
        assertThat(typed("compare", "--users=50", "app.jar", "-c=70").with(USERS, "200").line())
                .isEqualTo("loombench compare -c 200 app.jar");
        assertThat(typed("compare", "app.jar", "--users-file=a").with(USERS, "200").line())
                .isEqualTo("loombench compare app.jar --users-file a -c 200");
    }

    @Test
    void arguments_are_what_is_no_option() {
        var typed = typed("compare", "--open", "app.jar", "-c=50", "b=java -jar b.jar");
        assertThat(typed.arguments()).containsExactly("app.jar", "b=java -jar b.jar");
        assertThat(typed.withArguments(List.of("c.jar")).words())
                .containsExactly("compare", "c.jar", "--open", "-c=50");
        assertThat(typed.without(List.of("--open", "-c")).words())
                .containsExactly("compare", "app.jar", "b=java -jar b.jar");
        assertThat(typed.is("compare")).isTrue();
        assertThat(Invocation.UNKNOWN.is("compare")).isFalse();
    }
}
