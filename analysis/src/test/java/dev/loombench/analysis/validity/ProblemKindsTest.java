package dev.loombench.analysis.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleFindings;
import dev.loombench.load.api.Problem;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The Java API of the load generator names what it finds as the lab does.
class ProblemKindsTest {
    @ParameterizedTest
    @EnumSource
    void a_problem_of_the_generator_alone_has_the_name_of_a_finding(Problem.Kind kind) {
        var findings =
                SampleFindings.ALL.stream().map(f -> f.kind().id()).collect(Collectors.toSet());
        assertThat(findings).contains(kind.label());
    }
}
