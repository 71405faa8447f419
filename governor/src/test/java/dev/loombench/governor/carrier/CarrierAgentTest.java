package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.governor.admission.ExcludedPaths;
import dev.loombench.governor.agent.AdmissionSettings;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The governor as an agent of a JVM.
class CarrierAgentTest {
    @Test
    void the_agent_parses_its_arguments_and_rejects_others() {
        assertThat(GovernorAgent.Arguments.of(null))
                .isEqualTo(arguments(GovernorAgent.Command.START, 0));
        assertThat(GovernorAgent.Arguments.of("start,max=64"))
                .isEqualTo(arguments(GovernorAgent.Command.START, 64));
        assertThat(GovernorAgent.Arguments.of("max=64").atLeast(96).max()).isEqualTo(96);
        assertThat(GovernorAgent.Arguments.of("max=64").atLeast(2).max()).isEqualTo(64);
        assertThat(GovernorAgent.Arguments.of("").atLeast(96).max()).isZero();
        assertThat(GovernorAgent.Arguments.of("stop").command())
                .isEqualTo(GovernorAgent.Command.STOP);
        assertThat(GovernorAgent.Arguments.of("no-carriers,admission=50,exclude=/Health"))
                .isEqualTo(
                        new GovernorAgent.Arguments(
                                GovernorAgent.Command.START, 0, false, settings(50, "/Health")));
        assertThat(GovernorAgent.Arguments.of("admission").admission()).isEqualTo(settings(0));
        assertThatThrownBy(() -> GovernorAgent.Arguments.of("exclude=/health"))
                .hasMessage("governor: exclude=/health needs admission");
        assertThatThrownBy(() -> GovernorAgent.Arguments.of("no-carriers,admission,max=64"))
                .hasMessageStartingWith("governor: max=64 limits the carriers");
        for (var wrong :
                List.of(
                        "max=0",
                        "max=",
                        "begin",
                        "start,",
                        "max=1000000",
                        "admission=0",
                        "admission=",
                        "exclude=health")) {
            assertThatThrownBy(() -> GovernorAgent.Arguments.of(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected start, stop or max=N");
        }
    }

    @Test
    void the_agent_names_the_argument_of_a_path_that_excludes_nothing() {
        assertThatThrownBy(() -> GovernorAgent.Arguments.of("admission,exclude=/health/**"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("governor: exclude: ")
                .hasMessageContaining("\"/health/**\"");
    }

    private static AdmissionSettings settings(int fixed, String... excluded) {
        return new AdmissionSettings(fixed, new ExcludedPaths(List.of(excluded)));
    }

    private static GovernorAgent.Arguments arguments(GovernorAgent.Command command, int max) {
        return new GovernorAgent.Arguments(command, max, true, null);
    }

    /// As with one agent in `JAVA_TOOL_OPTIONS` and one on the command line.
    @Test
    void a_second_agent_does_not_prevent_a_service_from_starting() {
        var instrumentation =
                (Instrumentation)
                        Proxy.newProxyInstance(
                                Instrumentation.class.getClassLoader(),
                                new Class<?>[] {Instrumentation.class},
                                (self, method, args) -> false);
        try (var first = CarrierGovernor.start()) {
            GovernorAgent.premain("max=64", instrumentation);
            assertThat(first.failure()).isNull();
            assertThat(ManagementFactory.getPlatformMBeanServer())
                    .matches(server -> server.isRegistered(CarrierGovernor.NAME));
        }
    }

    /// The classes of a web server that runs are loaded already.
    @Test
    void an_attached_agent_rejects_admission() {
        assertThatThrownBy(() -> GovernorAgent.agentmain("admission"))
                .hasMessageContaining("admission is accepted only by -javaagent");
        assertThatThrownBy(() -> GovernorAgent.agentmain("no-carriers"))
                .hasMessageContaining("admission is accepted only by -javaagent");
    }
}
