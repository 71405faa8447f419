package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleEndpoints;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.process.EndpointProcess;
import dev.loombench.launch.process.EndpointProcess.Known;
import dev.loombench.launch.process.EndpointProcess.Unknown;
import dev.loombench.launch.process.RunningEndpoint;
import dev.loombench.text.WrongInput;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunningServicesTest {
    private static final EndpointProcess UNKNOWN = new Unknown("10.0.0.7 is another machine");
    private static final EndpointProcess OWN =
            new Known(ProcessHandle.current(), ProcessHandle.current(), Optional.empty());

    private static RunningEndpoint at(int port, EndpointProcess process) {
        return new RunningEndpoint(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), process);
    }

    private static RunningServices services(Metric metric, RunningEndpoint a, RunningEndpoint b) {
        return new RunningServices(SampleEndpoints.experiment(metric), Map.of("a", a, "b", b));
    }

    @Test
    void a_metric_of_the_process_needs_a_process() {
        for (var metric : new Metric[] {Metric.THROUGHPUT, Metric.P99}) {
            var services = services(metric, at(1, OWN), at(2, UNKNOWN));
            assertThatCode(services::requireComparable).doesNotThrowAnyException();
            assertThat(services.observed())
                    .containsEntry(
                            "b",
                            "CPU, memory and threads are not observed, as 10.0.0.7 is another machine; decided by "
                                    + metric.label());
        }
        for (var metric : new Metric[] {Metric.CPU_PER_REQUEST, Metric.PEAK_RSS, Metric.THREADS}) {
            assertThatThrownBy(services(metric, at(1, OWN), at(2, UNKNOWN))::requireComparable)
                    .isInstanceOf(WrongInput.class)
                    .hasMessageContaining(
                            "the metric %s needs the process of \"b\", but 10.0.0.7 is another machine"
                                    .formatted(metric.label()));
        }
    }

    @Test
    void two_services_are_two_processes_at_two_addresses() {
        assertThatThrownBy(services(Metric.P99, at(1, UNKNOWN), at(1, UNKNOWN))::requireComparable)
                .hasMessageContaining("are the same service");
        assertThatThrownBy(services(Metric.P99, at(1, OWN), at(2, OWN))::requireComparable)
                .hasMessageContaining("run in the same process " + ProcessHandle.current().pid());
    }

    /// Of one process, all have the same CPU time and memory.
    @Test
    void two_hosts_at_one_address_are_compared_by_what_is_not_of_the_process() {
        assertThatCode(hosts(Metric.P99)::requireComparable).doesNotThrowAnyException();
        assertThatThrownBy(hosts(Metric.CPU_PER_REQUEST)::requireComparable)
                .hasMessageContaining("run in the same process");
    }

    private static RunningServices hosts(Metric metric) {
        var variants =
                Stream.of("a", "b")
                        .map(name ->
                                Variant.of(
                                        name,
                                        new Endpoint(
                                                "http://%s.example".formatted(name),
                                                OptionalLong.empty(),
                                                SameAnswers.BODY,
                                                Optional.of("127.0.0.1:1"))))
                        .toList();
        return new RunningServices(
                SampleEndpoints.experiment(metric).withVariants(variants),
                Map.of("a", at(1, OWN), "b", at(1, OWN)));
    }

    @Test
    void a_known_process_identifies_a_run() {
        var services = services(Metric.P99, at(1, OWN), at(2, UNKNOWN));
        assertThat(services.identities()).containsOnlyKeys("process of a");
        assertThat(services.identities().get("process of a"))
                .startsWith(ProcessHandle.current().pid() + " since ");
    }
}
