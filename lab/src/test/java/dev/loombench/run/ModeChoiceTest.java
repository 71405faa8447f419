package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleBatch;
import dev.loombench.SampleRun;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Claim.Relation;
import dev.loombench.experiment.Claim.Target;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.SmallZoo;
import dev.loombench.experiment.TrialMode;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.variant.ServerDescription.Model;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.limit.HostLimits;
import dev.loombench.result.ChosenMode;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ErrorPolicy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfileParser;
import dev.loombench.traffic.ThinkTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModeChoiceTest {
    private static final ServerDescription TOMCAT =
            SmallZoo.server(
                    "tomcat",
                    "a server",
                    Map.of(
                            "platform-pool",
                            SmallZoo.model("a pool", Threading.BOUNDED, Map.of()),
                            "virtual",
                            SmallZoo.model("a thread each", Threading.VIRTUAL, Map.of()),
                            "autonomic-pool",
                            new Model("a pool that grows", Threading.BOUNDED, Map.of(), true)));

    @TempDir private Path root;

    @BeforeEach
    void machine() throws IOException {
        machine(8_000_000, 20_000);
    }

    private void machine(long availableKib, int openFiles) throws IOException {
        write("proc/meminfo", "MemAvailable:   %d kB\n".formatted(availableKib));
        write(
                "proc/self/limits",
                "Max open files            %d    %d    files\n".formatted(openFiles, openFiles));
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void agents_drive_one_load_at_a_time() {
        var experiment = SampleRun.experiment();
        var agents = Optional.of("agents drive one load at a time");
        var host = HostLimits.at(root);
        assertThat(ModeChoice.of(experiment, _ -> Optional.of(TOMCAT), host, agents))
                .isEqualTo(ChosenMode.sequential("agents drive one load at a time"));
        assertThatThrownBy(() ->
                        ModeChoice.of(
                                experiment.withMode(TrialMode.INTERLEAVED),
                                _ -> Optional.of(TOMCAT),
                                host,
                                agents))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("cannot be interleaved: agents drive one load at a time");
    }

    private ChosenMode choice(Experiment experiment) {
        return ModeChoice.of(
                experiment, name -> Optional.of(TOMCAT), HostLimits.at(root), Optional.empty());
    }

    private static Experiment users(int users) {
        return SampleRun.experiment(
                new LoadModel.Closed(users, Duration.ZERO), ErrorPolicy.INVALIDATE);
    }

    private static Experiment with(Variant... more) {
        var variants = new ArrayList<>(users(400).variants());
        variants.addAll(List.of(more));
        return users(400).withVariants(variants);
    }

    @Test
    void a_constant_load_on_several_servers_is_interleaved() {
        assertThat(choice(users(400))).isEqualTo(ChosenMode.INTERLEAVED);
        assertThat(choice(users(400).withMode(TrialMode.INTERLEAVED)))
                .isEqualTo(ChosenMode.INTERLEAVED);
    }

    @Test
    void sequential_trials_can_be_requested() {
        assertThat(choice(users(400).withMode(TrialMode.SEQUENTIAL)))
                .isEqualTo(ChosenMode.sequential("as requested"));
    }

    @Test
    void a_load_that_varies_is_sequential() {
        var growing = LoadProfileParser.ofUsers(10).line("1..8/1s");
        var experiment =
                SampleRun.experiment(
                        new LoadModel.Closed(growing, ThinkTime.constant(Duration.ZERO)),
                        ErrorPolicy.INVALIDATE);
        assertThat(choice(experiment).reason()).isEqualTo("the number of users changes");
        assertThat(choice(SampleBatch.experiment()).reason())
                .isEqualTo("batch programs run to their end");
        var held =
                SampleRun.experiment(new LoadModel.HeldConnections(10, 10), ErrorPolicy.INVALIDATE);
        assertThat(choice(held).reason()).isEqualTo("the connections are held");
    }

    /// The median of a closed load follows from its throughput, by which slices are compared.
    @ParameterizedTest
    @CsvSource({
        "P50, INTERLEAVED",
        "P75, SEQUENTIAL",
        "P99, SEQUENTIAL",
        "PEAK_RSS, SEQUENTIAL",
        "THREADS, INTERLEAVED"
    })
    void a_closed_load_that_a_high_percentile_or_peak_memory_decides_is_sequential(
            Metric metric, TrialMode expected) {
        var verdict = new Criteria(metric, 0.05, List.of());
        assertThat(choice(users(400).withCriteria(verdict)).mode()).isEqualTo(expected);
        var claim =
                new Claim(
                        "the claim",
                        SampleRun.VIRTUAL,
                        metric,
                        new Relation.Below(),
                        new Target.FixedValue(1));
        var claimed = new Criteria(Metric.THROUGHPUT, 0.05, List.of(claim));
        assertThat(choice(users(400).withCriteria(claimed)).mode()).isEqualTo(expected);
    }

    /// A slice would begin with an empty server.
    @Test
    void a_load_whose_queue_a_rest_would_empty_is_sequential() {
        var open =
                SampleRun.experiment(
                        new LoadModel.Open(500, Arrival.POISSON, 40), ErrorPolicy.INVALIDATE);
        assertThat(choice(open).reason())
                .isEqualTo("after a rest, the queue of an arrival rate would be empty");
        var thinking = new LoadModel.Closed(40, Duration.ofMillis(10));
        assertThat(choice(SampleRun.experiment(thinking, ErrorPolicy.INVALIDATE)).reason())
                .isEqualTo("after a rest, the queue of users who think would be empty");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> choice(open.withMode(TrialMode.INTERLEAVED)));
    }

    @Test
    void a_single_variant_is_sequential() {
        var one = users(400).withVariants(users(400).variants().subList(0, 1));
        assertThat(choice(one).reason()).isEqualTo("there is one variant");
    }

    @Test
    void a_model_that_adapts_is_sequential() {
        var grows = Variant.of("tomcat", "autonomic-pool", Threading.BOUNDED, Map.of());
        assertThat(choice(with(grows)).reason())
                .isEqualTo("tomcat autonomic-pool adapts its size to the load");
        var limits =
                Variant.of("tomcat", "virtual", Threading.VIRTUAL, Map.of("admission", "adaptive"));
        var only = users(400).withVariants(List.of(users(400).variants().getFirst(), limits));
        assertThat(choice(only).reason()).isEqualTo("tomcat virtual adapts its size to the load");
    }

    @Test
    void servers_that_do_not_fit_together_are_sequential() throws IOException {
        machine(1_400_000, 20_000); // two servers need 1,536 MiB
        assertThat(choice(users(400)).reason())
                .isEqualTo("all servers together may need 1,536 MiB of memory");
        machine(8_000_000, 1_000);
        assertThat(choice(users(300))).isEqualTo(ChosenMode.INTERLEAVED);
        assertThat(choice(users(600)).reason())
                .isEqualTo("all of them together would need 1,200 connections");
        machine(8_000_000, 20_000);
        write("proc/sys/vm/max_map_count", "500\n"); // of one process
        assertThat(choice(users(400))).isEqualTo(ChosenMode.INTERLEAVED);
        write("proc/sys/kernel/pid_max", "299\n");
        assertThat(choice(users(400)).reason())
                .isEqualTo("all servers together may need 300 threads");
    }

    @Test
    void interleaved_trials_that_are_impossible_are_refused() {
        var held =
                SampleRun.experiment(new LoadModel.HeldConnections(10, 10), ErrorPolicy.INVALIDATE)
                        .withMode(TrialMode.INTERLEAVED);
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> choice(held))
                .withMessage(
                        "the trials cannot be interleaved: the connections are held;"
                                + " remove mode: interleaved");
    }
}
