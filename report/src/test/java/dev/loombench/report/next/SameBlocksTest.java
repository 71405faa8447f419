package dev.loombench.report.next;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.result.Invocation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SameBlocksTest {
    private static Optional<String> command(Invocation first, Invocation second) {
        return SameBlocks.of(first, second).map(NextCommand::command);
    }

    private static Invocation typed(String... words) {
        return new Invocation(List.of(words));
    }

    @Test
    void the_services_of_both_are_measured_under_the_load_of_the_second() {
        assertThat(
                        command(
                                typed("compare", "old.jar", "-c=50", "--fail-if=p99>1.2x"),
                                typed("compare", "new.jar", "-c=200", "--write=new.yaml")))
                .contains("loombench compare old.jar new.jar -c 200");
    }

    @Test
    void the_thread_models_of_both_are_those_of_one_jar() {
        assertThat(
                        command(
                                typed("compare", "app.jar", "--models=pool:20"),
                                typed("compare", "app.jar", "--models=pool:20,virtual")))
                .contains("loombench compare app.jar --models pool:20,virtual");
    }

    @Test
    void no_command_is_offered_that_would_be_refused_or_change_nothing() {
        assertThat(command(typed("run", "a.yaml"), typed("run", "b.yaml"))).isEmpty();
        assertThat(command(typed("compare", "app.jar"), typed("compare", "app.jar", "-c=9")))
                .as("the same service under another load")
                .isEmpty();
        assertThat(
                        command(
                                typed("compare", "a.jar", "--models=virtual"),
                                typed("compare", "b.jar")))
                .as("models are those of one jar")
                .isEmpty();
        assertThat(
                        command(
                                typed("compare", "old.jar", "--jdk=21"),
                                typed("compare", "new.jar", "--jdk=25")))
                .as("one JDK for all")
                .isEmpty();
        assertThat(command(typed("compare", "x=java A"), typed("compare", "x=java B")))
                .as("two services of one name")
                .isEmpty();
    }
}
