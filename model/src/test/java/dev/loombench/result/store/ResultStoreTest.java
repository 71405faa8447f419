package dev.loombench.result.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleBatch;
import dev.loombench.SampleProfile;
import dev.loombench.SampleRun;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.ThreadCpu;
import dev.loombench.result.ChosenMode;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import dev.loombench.result.WorkAfterLoad;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Trials written to the folder of a run and read back, also after damage.
class ResultStoreTest {
    @TempDir Path results;

    @Test
    void a_batch_is_read_with_the_jdk_of_each_variant() {
        var manifest = SampleBatch.manifest();
        var trials = SampleBatch.trials();
        Path folder;
        try (var store = ResultStore.create(results, manifest)) {
            folder = store.folder();
            trials.forEach(store::append);
        }
        assertThat(ResultStore.manifest(folder)).isEqualTo(manifest);
        var read = ResultStore.read(folder).trials();
        assertThat(read).hasSize(trials.size());
        for (int i = 0; i < read.size(); i++) {
            var wrote = (BatchCompleted) trials.get(i).outcome();
            var back = (BatchCompleted) read.get(i).outcome();
            assertThat(back.batch()).isEqualTo(wrote.batch());
            assertThat(back.observations())
                    .containsExactlyInAnyOrderElementsOf(wrote.observations());
        }
    }

    @Test
    void the_command_line_is_part_of_a_run() {
        var words = List.of("compare", "app.jar", "--models=pool:200,virtual", "-c=50");
        var typed = SampleRun.typed(words.toArray(String[]::new));
        try (var store = ResultStore.create(results, typed)) {
            assertThat(ResultStore.manifest(store.folder())).isEqualTo(typed);
            assertThat(ResultStore.manifest(store.folder()).invocation().line())
                    .isEqualTo("loombench compare app.jar --models pool:200,virtual -c 50");
            assertThat(typed.notExclusive().command()).isEqualTo(words);
            assertThat(typed.with(ChosenMode.sequential("")).command()).isEqualTo(words);
        }
    }

    @Test
    void a_run_is_read_as_written() {
        var manifest = SampleRun.manifest();
        var trials = SampleRun.trials();
        Path folder;
        try (var store = ResultStore.create(results, manifest)) {
            folder = store.folder();
            trials.forEach(store::append);
        }
        assertThat(ResultStore.manifest(folder)).isEqualTo(manifest);
        var read = ResultStore.read(folder).trials();
        assertThat(read).hasSize(trials.size());
        for (int i = 0; i < read.size(); i++) {
            assertThat(read.get(i).trial()).isEqualTo(trials.get(i).trial());
            var wrote = (Completed) trials.get(i).outcome();
            var back = (Completed) read.get(i).outcome();
            assertThat(back.load().counts()).isEqualTo(wrote.load().counts());
            assertThat(back.load().generator().sendLag())
                    .isEqualTo(wrote.load().generator().sendLag());
            assertThat(back.observations())
                    .containsExactlyInAnyOrderElementsOf(wrote.observations());
            assertThat(back.load().intervals()).hasSameSizeAs(wrote.load().intervals());
            assertThat(back.load().intervals().getFirst().window())
                    .isEqualTo(wrote.load().intervals().getFirst().window());
            assertThat(merged(back)).isEqualTo(merged(wrote));
            assertThat(back.workAfterLoad()).isEqualTo(wrote.workAfterLoad());
        }
    }

    @Test
    void work_after_the_load_is_read_as_written() {
        var manifest = SampleRun.manifest();
        var work = new WorkAfterLoad(0.61, 1_500_000_000, 435_000_000, true, 0, 2_000_000_000);
        var trial = SampleRun.after(SampleRun.completed(1_000, 400), work);
        try (var store = ResultStore.create(results, manifest)) {
            store.append(SampleRun.result(manifest.plan().getFirst(), trial));
            assertThat(ResultStore.read(store.folder()).trials())
                    .singleElement()
                    .satisfies(read ->
                            assertThat(((Completed) read.outcome()).workAfterLoad())
                                    .contains(work));
        }
    }

    @Test
    void cpu_time_of_a_thread_is_read_as_written() {
        var manifest = SampleRun.manifest();
        var thread =
                new ThreadCpu(
                        "attach",
                        "vert.x-eventloop-thread-0",
                        List.of("com.shop.Cart.sum(Cart.java:7)"),
                        List.of(new Point(3_000, 5e8), new Point(5_000, 2.4e9)),
                        List.of(new Point(3_000, 1e6), new Point(5_000, 3e7)));
        var trial = SampleRun.completed(1_000, 400);
        var all = new ArrayList<>(trial.observations());
        all.add(thread);
        try (var store = ResultStore.create(results, manifest)) {
            store.append(SampleRun.result(manifest.plan().getFirst(), trial.with(all)));
            assertThat(ResultStore.read(store.folder()).trials())
                    .singleElement()
                    .satisfies(read ->
                            assertThat(((Completed) read.outcome()).observations())
                                    .contains(thread));
        }
    }

    /// The stacks are in a file of their own, whose damage loses the trial.
    @Test
    void a_profile_is_read_as_written() throws IOException {
        var trials = SampleProfile.trials();
        Path folder;
        try (var store = ResultStore.create(results, SampleRun.manifest())) {
            folder = store.folder();
            trials.forEach(store::append);
        }
        var read = ResultStore.read(folder).trials();
        assertThat(read).hasSize(trials.size());
        for (int i = 0; i < read.size(); i++) {
            var wrote = (Completed) trials.get(i).outcome();
            assertThat(((Completed) read.get(i).outcome()).observations())
                    .containsExactlyInAnyOrderElementsOf(wrote.observations());
        }
        assertThat(folder.resolve("trials.jsonl")).content().doesNotContain("com.shop.Cart");
        var file = folder.resolve("trial-001").resolve("profile-cpu.collapsed.gz");
        Files.write(file, new byte[] {1});
        assertThat(ResultStore.read(folder).damage())
                .singleElement()
                .matches(d -> d.file().equals("trial-001/profile-cpu.collapsed.gz"));
    }

    private static Histogram merged(Completed trial) {
        var all = new Histogram(3);
        all.setAutoResize(true);
        trial.load().intervals().forEach(i -> all.add(i.responseTime()));
        return all;
    }

    @Test
    void a_failed_trial_keeps_its_reason_and_its_log() {
        var trial = new Trial(1, SampleRun.POOL, 1);
        var failed =
                new Failed(
                        "launch",
                        "printed \"no\"; expected \"READY port=N\"",
                        List.of("no", "bye"));
        Path folder;
        try (var store = ResultStore.create(results, SampleRun.manifest())) {
            folder = store.folder();
            store.append(SampleRun.result(trial, failed));
        }
        assertThat(ResultStore.read(folder).trials())
                .singleElement()
                .extracting(TrialResult::outcome)
                .isEqualTo(failed);
    }

    @Test
    void an_incomplete_line_is_ignored_and_the_next_one_is_complete() throws IOException {
        var trials = SampleRun.trials();
        Path folder;
        try (var store = ResultStore.create(results, SampleRun.manifest())) {
            folder = store.folder();
            store.append(trials.get(0));
        }
        Files.writeString(
                folder.resolve("trials.jsonl"), "{\"trial\":{\"num", StandardOpenOption.APPEND);
        assertThat(ResultStore.read(folder).trials()).hasSize(1);

        try (var store = ResultStore.open(folder)) {
            store.append(trials.get(1));
        }
        assertThat(ResultStore.read(folder).trials())
                .extracting(TrialResult::trial)
                .containsExactly(trials.get(0).trial(), trials.get(1).trial());
    }

    /// The trials of one mode stay on disk, and those of the next one begin at 1.
    @Test
    void trials_are_set_aside_and_the_run_begins_anew() throws IOException {
        var trials = SampleRun.trials();
        var sequential = ChosenMode.sequential("the rests change the result");
        Path folder;
        try (var store =
                ResultStore.create(results, SampleRun.interleaved(SampleRun.experiment()))) {
            folder = store.folder();
            Files.writeString(store.newTrialFolder(trials.get(0).trial()).resolve("gc.log"), "old");
            store.append(trials.get(0));
            store.append(trials.get(1));
            store.setAside(ResultStore.manifest(folder).with(sequential));
            assertThat(ResultStore.read(folder).trials()).isEmpty();
            store.append(trials.get(2));
        }
        var run = ResultStore.read(folder);
        assertThat(run.damage()).isEmpty();
        assertThat(run.manifest().mode()).isEqualTo(sequential);
        assertThat(run.trials())
                .extracting(TrialResult::trial)
                .containsExactly(trials.get(2).trial());
        assertThat(Files.readAllLines(folder.resolve("interleaved.jsonl"))).hasSize(2);
        assertThat(folder.resolve("interleaved-001").resolve("gc.log")).hasContent("old");
        assertThat(folder.resolve("interleaved-002")).isDirectory();
    }

    @Test
    void two_runs_in_the_same_second_get_separate_folders() {
        try (var one = ResultStore.create(results, SampleRun.manifest());
                var two = ResultStore.create(results, SampleRun.manifest())) {
            assertThat(two.folder()).isNotEqualTo(one.folder());
        }
    }

    @Test
    void only_one_may_write_to_a_run() {
        try (var store = ResultStore.create(results, SampleRun.manifest())) {
            assertThatThrownBy(() -> ResultStore.open(store.folder()))
                    .isInstanceOf(ResultError.class)
                    .hasMessageContaining("another process is writing");
        }
    }

    @Test
    void a_folder_without_a_run_is_named() {
        assertThatThrownBy(() -> ResultStore.manifest(results))
                .isInstanceOf(ResultError.class)
                .hasMessageContaining(results.toString())
                .hasMessageContaining("is not the folder of a run");
        assertThatThrownBy(() -> ResultStore.open(results)).isInstanceOf(ResultError.class);
    }

    @Test
    void a_damaged_line_loses_only_its_trial_and_is_named() throws IOException {
        var trials = SampleRun.trials();
        var folder = stored(trials);
        var log = folder.resolve("trials.jsonl");
        var lines = new ArrayList<>(Files.readAllLines(log));
        lines.set(2, lines.get(2).replace("\"succeeded\":2000", "\"succeeded\":9000"));
        lines.add(3, "not json");
        Files.write(log, lines);
        var run = ResultStore.read(folder);
        assertThat(run.trials()).extracting(t -> t.trial().number()).containsExactly(1, 2, 4, 5, 6);
        assertThat(run.damage())
                .extracting(Damage::file)
                .containsExactly("trials.jsonl:3", "trials.jsonl:4");
    }

    @Test
    void a_damaged_trial_can_be_measured_again() throws IOException {
        var trials = SampleRun.trials();
        var folder = stored(trials);
        Files.writeString(folder.resolve("trial-002/series.csv"), "");
        try (var store = ResultStore.open(folder)) {
            assertThat(store.dropDamaged().trials()).hasSize(5);
            assertThat(store.newTrialFolder(trials.get(1).trial())).isEmptyDirectory();
            store.append(trials.get(1));
        }
        var run = ResultStore.read(folder);
        assertThat(run.damage()).isEmpty();
        assertThat(run.trials())
                .extracting(t -> t.trial().number())
                .containsExactly(1, 3, 4, 5, 6, 2);
    }

    @Test
    void a_repeated_trial_and_an_unplanned_one_are_ignored() throws IOException {
        var folder = stored(SampleRun.trials());
        var log = folder.resolve("trials.jsonl");
        Files.writeString(
                log, Files.readAllLines(log).getFirst() + "\n", StandardOpenOption.APPEND);
        try (var store = ResultStore.open(folder)) {
            var failed = new Failed("launch", "never planned", List.of());
            store.append(SampleRun.result(new Trial(7, "nobody", 1), failed));
        }
        var run = ResultStore.read(folder);
        assertThat(run.trials()).hasSize(6);
        assertThat(run.damage())
                .extracting(Damage::problem)
                .containsExactly("it repeats trial 1", "its trial is not in the plan of the run");
    }

    private Path stored(List<TrialResult> trials) {
        try (var store = ResultStore.create(results, SampleRun.manifest())) {
            trials.forEach(store::append);
            return store.folder();
        }
    }

    @Test
    void a_trial_is_stored_although_the_thread_is_interrupted() {
        try (var store = ResultStore.create(results, SampleRun.manifest())) {
            Thread.currentThread().interrupt();
            store.append(SampleRun.trials().getFirst());
            assertThat(Thread.interrupted()).isTrue();
            assertThat(ResultStore.read(store.folder()).trials()).hasSize(1);
        }
    }

    @Test
    void a_path_where_no_folder_can_be_created_is_named() throws IOException {
        var file = Files.writeString(results.resolve("a-file"), "in the way");
        assertThatThrownBy(() -> ResultStore.create(file, SampleRun.manifest()))
                .isInstanceOf(ResultError.class)
                .hasMessageContaining("a-file");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "/dev/full is a device of Linux")
    void a_full_disk_is_reported() throws IOException {
        var result = SampleRun.trials().getFirst();
        try (var log = new TrialLog(new RandomAccessFile("/dev/full", "rw"))) {
            assertThatThrownBy(() -> log.append(TrialLine.of(result, Map.of())))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("No space left on device");
        }
    }

    @Test
    void a_trial_that_cannot_be_stored_leaves_the_earlier_ones_complete() throws IOException {
        var trials = SampleRun.trials();
        var folder = stored(trials.subList(0, 2));
        Files.writeString(folder.resolve("trial-003"), "in the way");
        try (var store = ResultStore.open(folder)) {
            assertThatThrownBy(() -> store.append(trials.get(2)))
                    .isInstanceOf(ResultError.class)
                    .hasMessageContaining("cannot store trial 3");
        }
        assertThat(ResultStore.read(folder).trials()).hasSize(2);
        assertThat(ResultStore.read(folder).damage()).isEmpty();
    }
}
