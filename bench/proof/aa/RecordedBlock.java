import dev.loombench.base.Window;
import dev.loombench.experiment.TrialCount;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import dev.loombench.result.store.ResultStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The long trials of one block of equal servers, from which shorter ones are cut.
///
/// @param manifest of their run
/// @param trials all of the same server
record RecordedBlock(RunManifest manifest, List<TrialResult> trials) {

    /// The complete blocks of a run.
    static List<RecordedBlock> of(Path folder) {
        var run = ResultStore.read(folder);
        var blocks = new ArrayList<RecordedBlock>();
        int servers = run.manifest().experiment().variants().size();
        for (int block = 1; block <= run.manifest().experiment().trials().max(); block++) {
            int number = block;
            var trials =
                    run.trials().stream()
                            .filter(t -> t.trial().block() == number)
                            .filter(t -> t.outcome() instanceof Completed)
                            .toList();
            if (trials.size() == servers) {
                blocks.add(new RecordedBlock(run.manifest(), trials));
            }
        }
        return blocks;
    }

    /// The manifest of a run that compares two of the servers.
    ///
    /// @param blocks of two trials each
    RunManifest manifestOfPairs(int blocks) {
        var experiment =
                manifest.experiment()
                        .withVariants(manifest.experiment().variants().subList(0, 2))
                        .withTrials(TrialCount.exactly(blocks));
        var plan = new ArrayList<Trial>();
        for (int i = 0; i < 2 * blocks; i++) {
            plan.add(new Trial(i + 1, experiment.variants().get(i % 2).name(), i / 2 + 1));
        }
        return new RunManifest(
                experiment,
                manifest.environment(),
                manifest.started(),
                manifest.seed(),
                manifest.exclusive(),
                manifest.mode(),
                plan,
                manifest.jdks(),
                manifest.builds(),
                List.of(),
                manifest.agents(),
                manifest.serverOn(),
                manifest.command());
    }

    /// Whole seconds that all of its windows have.
    int seconds() {
        return trials.stream().mapToInt(t -> load(t).intervals().size()).min().orElseThrow();
    }

    /// A trial of some contiguous seconds of a recorded one.
    ///
    /// @param index of the recorded one
    /// @param first second, from 0
    /// @param as the trial that it stands for
    TrialResult cut(int index, int first, int seconds, Trial as) {
        var recorded = trials.get(index);
        var load = load(recorded);
        var intervals = load.intervals().subList(first, first + seconds);
        var window =
                new Window(
                        intervals.getFirst().window().startNanos(),
                        intervals.getLast().window().endNanos());
        var completed = (Completed) recorded.outcome();
        return new TrialResult(
                as,
                recorded.startedAt(),
                recorded.startedNanos(),
                completed.with(cut(load, window, intervals)));
    }

    private static LoadResult cut(LoadResult load, Window window, List<Second> intervals) {
        long responses = intervals.stream().mapToLong(i -> i.responseTime().getTotalCount()).sum();
        double share = window.seconds() / load.window().seconds();
        return new LoadResult(
                window,
                new LoadResult.Counts(
                        responses,
                        responses,
                        Map.of(),
                        0,
                        responses,
                        Math.round(load.counts().bytes() * share),
                        Map.of()),
                load.connections(),
                load.generator(),
                List.of(),
                intervals);
    }

    private static LoadResult load(TrialResult trial) {
        return ((Completed) trial.outcome()).load();
    }
}
