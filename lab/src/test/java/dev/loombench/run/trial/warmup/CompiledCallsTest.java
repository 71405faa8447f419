package dev.loombench.run.trial.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCommand;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompiledCallsTest {
    private static Variant service(Map<String, String> own, String... options) {
        var words = new ArrayList<>(List.of("java"));
        words.addAll(List.of(options));
        words.addAll(List.of("-jar", "app.jar"));
        return Variant.of("a", SampleCommand.of(words)).withEnvironment(own);
    }

    @ParameterizedTest
    @CsvSource({
        "-Xmx1g, 10000",
        "-Xint, 0",
        "-XX:TieredStopAtLevel=1, 0",
        "-XX:TieredStopAtLevel=4, 10000",
        "-XX:CompileThresholdScaling=5, 50000",
        "-XX:CompileThresholdScaling=0.1, 1000",
        "-XX:Tier4InvocationThreshold=20000, 40000",
        "-XX:TieredStopAtLevel=1 -XX:TieredStopAtLevel=4, 10000"
    })
    void options_change_the_calls_wherever_they_are_set(String options, long needed) {
        var command = options.split(" ", -1);
        assertThat(CompiledCalls.needed(service(Map.of(), command), Map.of())).isEqualTo(needed);
        for (var name : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
            var set = Map.of(name, options);
            assertThat(CompiledCalls.needed(service(set), Map.of())).isEqualTo(needed);
            assertThat(CompiledCalls.needed(service(Map.of()), set)).isEqualTo(needed);
        }
    }

    @Test
    void options_may_be_in_a_variable_of_the_lab() {
        var referring = service(Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g ${SHOP_OPTIONS}"));
        assertThat(CompiledCalls.needed(referring, Map.of("SHOP_OPTIONS", "-Xint"))).isZero();
        assertThat(CompiledCalls.needed(referring, Map.of())).isEqualTo(10_000);
    }

    @Test
    void the_later_option_counts_and_that_of_the_variant() {
        var first = Map.of("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1");
        assertThat(CompiledCalls.needed(service(first, "-XX:TieredStopAtLevel=4"), Map.of()))
                .isEqualTo(10_000);
        assertThat(CompiledCalls.needed(service(Map.of("JAVA_TOOL_OPTIONS", "")), first))
                .isEqualTo(10_000);
    }

    /// It gets none of the lab's options.
    @Test
    void a_server_of_the_zoo_has_its_own_options_alone() {
        var zoo = Variant.of("tomcat", "virtual", Threading.VIRTUAL, Map.of());
        var options = Map.of("JAVA_TOOL_OPTIONS", "-Xint");
        assertThat(CompiledCalls.needed(zoo, options)).isEqualTo(10_000);
        assertThat(CompiledCalls.needed(zoo.withEnvironment(options), Map.of())).isZero();
    }
}
