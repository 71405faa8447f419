package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleRun;
import dev.loombench.experiment.AgentsAgain;
import dev.loombench.experiment.article.Article;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.Zoo;
import dev.loombench.observe.result.Environment;
import dev.loombench.observe.result.ProcessorSettings;
import dev.loombench.result.Reproduction;
import dev.loombench.result.RunManifest;
import dev.loombench.result.store.ReproductionStore;
import dev.loombench.result.store.ResultStore;
import dev.loombench.run.machine.MachineLock;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Resuming runs that were recorded on another machine, without any server.
class ResumeTest {
    @TempDir Path results;
    @TempDir Path home;

    private final List<RunEvent> events = new ArrayList<>();

    private Path stored(Path parent, int trials) {
        return stored(parent, trials, SampleRun.manifest());
    }

    private static Path stored(Path parent, int trials, RunManifest manifest) {
        try (var store = ResultStore.create(parent, manifest)) {
            SampleRun.trials().subList(0, trials).forEach(store::append);
            return store.folder();
        }
    }

    private Zoo emptyZoo() throws IOException {
        Files.createDirectories(home.resolve("zoo"));
        return Zoo.at(home);
    }

    @Test
    void a_finished_run_stays_valid_while_another_one_measures() throws Exception {
        var folder = stored(results, 6);
        try (var launcher = new ServerLauncher(emptyZoo());
                var _ = MachineLock.take();
                var runner = new ExperimentRunner(launcher, OtherRun.REFUSE, events::add)) {
            runner.build(List.of());
            runner.resume(folder, AgentsAgain.NONE);
        }
        assertThat(ResultStore.manifest(folder).exclusive()).isTrue();
        assertThat(events).singleElement().isInstanceOf(RunEvent.Started.class);
    }

    @Test
    void an_interrupted_run_is_not_resumed_on_another_machine() throws Exception {
        var folder = stored(results, 4);
        var before = Files.readString(folder.resolve("trials.jsonl"));
        try (var launcher = new ServerLauncher(emptyZoo());
                var runner = new ExperimentRunner(launcher, OtherRun.MEASURE, events::add)) {
            assertThatThrownBy(() -> runner.resume(folder, AgentsAgain.NONE))
                    .isInstanceOf(WrongInput.class)
                    .hasMessageContaining("processor: was a processor, is ")
                    .hasMessageContaining("system and kernel: was Linux 6.1, is ")
                    .hasMessageContaining("JDK of the lab: was 25.0.3+9, is ")
                    .hasMessageContaining("start a new run");
        }
        assertThat(events).as("nothing was started").isEmpty();
        assertThat(folder.resolve("trials.jsonl")).hasContent(before);
        assertThat(folder.resolve("trial-005")).doesNotExist();
    }

    @Test
    void trials_of_one_run_are_not_paced_in_two_ways() throws Exception {
        var exact = SampleRun.typed("run", "sample", "--pacing=exact");
        var folder = stored(results, 4, exact);
        try (var launcher = new ServerLauncher(emptyZoo());
                var runner = new ExperimentRunner(launcher, OtherRun.MEASURE, events::add)) {
            assertThatThrownBy(() -> runner.resume(folder, AgentsAgain.NONE))
                    .isInstanceOf(WrongInput.class)
                    .hasMessage(
                            "the load of this run began with --pacing exact: resume it with the same");
        }
    }

    @Test
    void an_agent_that_a_run_does_not_have_is_refused() throws Exception {
        var folder = stored(results, 4);
        var agent = new AgentsAgain(List.of("-javaagent:a.jar=token=sesame"));
        try (var launcher = new ServerLauncher(emptyZoo());
                var runner = new ExperimentRunner(launcher, OtherRun.MEASURE, events::add)) {
            assertThatThrownBy(() -> runner.resume(folder, agent))
                    .isInstanceOf(WrongInput.class)
                    .hasMessage(
                            "\"-javaagent:a.jar=token=***\" is no agent with a secret of this run; it has none");
        }
    }

    @Test
    void an_interrupted_experiment_of_a_reproduction_starts_again_on_another_machine()
            throws Exception {
        var planned = new Reproduction.Planned("an-article", SampleRun.experiment(), List.of());
        var plan =
                new Reproduction(
                        SampleRun.manifest().started(),
                        true,
                        List.of(Article.unknown("an-article")),
                        List.of(planned));
        var zoo = emptyZoo();
        try (var store = ReproductionStore.create(results, plan);
                var launcher = new ServerLauncher(zoo)) {
            var interrupted = stored(store.runsFolder(planned), 4);
            new Reproducer(zoo, launcher, OtherRun.MEASURE, events::add, _ -> {}).execute(store);
            assertThat(events)
                    .singleElement()
                    .isInstanceOfSatisfying(
                            RunEvent.StartedAnew.class,
                            anew -> {
                                assertThat(anew.interrupted()).isEqualTo(interrupted);
                                assertThat(anew.reason()).contains("system and kernel");
                            });
            assertThat(ResultStore.read(interrupted).trials()).hasSize(4);
            assertThat(store.ended(planned).orElseThrow().unavailable().values())
                    .as("it was started again, and this zoo has no server")
                    .allSatisfy(why -> assertThat(why).contains("no server tomcat"));
        }
    }

    @Test
    void conditions_differ_by_the_settings_of_the_processors() {
        var then =
                conditions(
                        new ProcessorSettings(
                                Optional.of("performance"),
                                Optional.of(true),
                                Optional.of(true),
                                OptionalDouble.empty()));
        var now =
                conditions(
                        new ProcessorSettings(
                                Optional.of("powersave"),
                                Optional.of(true),
                                Optional.empty(),
                                OptionalDouble.of(1.5)));
        assertThat(then.differencesTo(now))
                .containsExactly(
                        "clock rate governor: was performance, is powersave",
                        "SMT: was true, is unknown or none",
                        "CPU quota in processors: was unknown or none, is 1.5");
    }

    private static Conditions conditions(ProcessorSettings processor) {
        var e = SampleRun.manifest().environment();
        return new Conditions(
                new Environment(
                        e.taken(),
                        e.cpu(),
                        e.cores(),
                        e.memoryBytes(),
                        e.system(),
                        e.jdk(),
                        e.loadAverage(),
                        e.othersBusyShare(),
                        e.stealShare(),
                        e.openFileLimit(),
                        processor),
                Map.of(),
                Map.of());
    }

    @Test
    void conditions_differ_by_machine_kernel_jdk_and_build() {
        var environment = SampleRun.manifest().environment();
        var then =
                new Conditions(
                        environment,
                        Map.of("a", "25.0.3 in /x", "b", "21.0.8 in /y"),
                        Map.of(
                                "server tomcat",
                                "1",
                                "JDK in /x",
                                "2",
                                "lab",
                                "3",
                                "process of c",
                                "4"));
        assertThat(then.differencesTo(then)).isEmpty();
        var now =
                new Conditions(
                        environment,
                        Map.of("a", "25.0.4 in /x", "b", "21.0.8 in /y"),
                        Map.of("server tomcat", "9", "JDK in /x", "8", "process of c", "7"));
        assertThat(then.differencesTo(now))
                .containsExactly(
                        "JDK of a: was 25.0.3 in /x, is 25.0.4 in /x",
                        "JDK in /x: it was rebuilt or replaced",
                        "lab: it was rebuilt or replaced",
                        "process of c: it is another one",
                        "server tomcat: it was rebuilt or replaced");
    }
}
