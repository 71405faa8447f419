package dev.loombench.analysis.load;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.validity.generator.PacedInTicks;
import dev.loombench.analysis.validity.load.ArrivalsOmitted;
import dev.loombench.analysis.validity.machine.CpuContentionDuring;
import dev.loombench.analysis.validity.percentile.QueueFinding;
import dev.loombench.analysis.validity.percentile.TailFinding;
import dev.loombench.analysis.validity.stationarity.LevelChange;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.threshold.LimitedFigures;
import dev.loombench.load.threshold.LoadThreshold.Outcome;
import dev.loombench.observe.result.OthersShare;
import dev.loombench.result.AgentFigures;
import dev.loombench.text.Figures;
import dev.loombench.text.Units;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/// The figures of one load.
///
/// @param interrupted whether it was stopped early
/// @param serverStoppedNanos how long the server was stopped by a signal or a debugger within the
///   window; empty where its process is unknown
/// @param server the figures of its process, with `--pid`
/// @param probeNanos service time of the single request before the load; empty without one
/// @param agents what each agent did; empty when this process drove the load
/// @param besideRun whether a run measured at the same time on the machine that drove the load
/// @param others what other processes took of that machine within the window; empty where it is not
///   known
public record LoadSummary(
        LoadRequest request,
        LoadResult result,
        boolean interrupted,
        OptionalLong serverStoppedNanos,
        Optional<ServerFigures> server,
        OptionalLong probeNanos,
        List<AgentFigures> agents,
        boolean besideRun,
        Optional<OthersShare> others)
        implements LimitedFigures {
    public LoadSummary {
        agents = List.copyOf(agents);
    }

    /// Within which a response is good; empty without one.
    public Optional<Duration> deadline() {
        return request.traffic().deadline();
    }

    /// Good responses per second within the window: with a deadline, the goodput.
    @Override
    public double throughput() {
        return result.counts().succeededInWindow() / result.window().seconds();
    }

    @Override
    public long failed() {
        return result.counts().failed();
    }

    @Override
    public OptionalDouble errorShare() {
        double sent = result.counts().sent();
        return sent == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(result.counts().failed() / sent);
    }

    /// How much of the window was measured, if the load was stopped early.
    public Optional<String> interruption() {
        return interrupted
                ? Optional.of(
                        "after %s of %s"
                                .formatted(
                                        Figures.time(result.window().seconds() * 1e9),
                                        Units.text(request.duration())))
                : Optional.empty();
    }

    /// The thresholds that the figures violate.
    public List<JudgedThreshold> violatedThresholds() {
        return thresholds(Outcome.FAILED);
    }

    /// The thresholds on percentiles that the window is too short for.
    public List<JudgedThreshold> undecidedThresholds() {
        return thresholds(Outcome.UNDECIDED);
    }

    private List<JudgedThreshold> thresholds(Outcome outcome) {
        return thresholds().stream().filter(t -> t.outcome() == outcome).toList();
    }

    /// The thresholds and what the load means for them.
    public List<JudgedThreshold> thresholds() {
        return request.thresholds().stream().map(t -> new JudgedThreshold(t, this)).toList();
    }

    @Override
    public Histogram responseTime() {
        return result.responseTime();
    }

    public Histogram serviceTime() {
        return result.serviceTime();
    }

    public Latency latency() {
        return Latency.of(request.model(), responseTime(), serviceTime(), List.of());
    }

    @Override
    public OptionalDouble percentile(double percent) {
        return latency().percentile(percent);
    }

    @Override
    public boolean isOfArriving(double percent) {
        return Latency.isOfArriving(percent, request.model());
    }

    @Override
    public double responsesBeyond(double percent) {
        return latency().beyond(percent);
    }

    /// Whether the percentiles of the requests sent hide how long the server stood still.
    private Optional<ArrivalsOmitted> arrivalsOmitted() {
        return ArrivalsOmitted.of(LoadProblems.NAME, latency(), limited());
    }

    /// Whether a percentile of its thresholds, or else p99, is one of the few longest. Held
    /// connections have one request each, and no percentile is expected of them.
    private Optional<TailFinding> fewBeyond() {
        return request.model() instanceof LoadModel.HeldConnections
                ? Optional.empty()
                : TailFinding.of(LoadProblems.NAME, request.model(), result, limited());
    }

    /// Whether the window is too short for the server's queue, which grows where it is overloaded.
    Optional<QueueFinding> shorterThanQueue() {
        return LoadOverload.of(this).isPresent() || levelChange().isPresent()
                ? Optional.empty()
                : queue(result);
    }

    private Optional<QueueFinding> queue(LoadResult load) {
        return QueueFinding.of(LoadProblems.NAME, request.model(), load, limited());
    }

    /// Whether its level changed within the window. Not that of a queue that wanders within the
    /// last level too, nor that of an overload.
    Optional<LevelChange> levelChange() {
        return LoadOverload.of(this).isPresent()
                ? Optional.empty()
                : LevelChange.of(LoadProblems.NAME, request.model(), result)
                        .filter(change ->
                                queue(result).isEmpty() || queue(change.last()).isEmpty());
    }

    /// Whether requests waited for a tick of the pacing for a noticeable share of a percentile of
    /// its thresholds.
    private Optional<PacedInTicks> pacedInTicks() {
        return PacedInTicks.of(LoadProblems.NAME, limited(), List.of(result));
    }

    /// The percentiles of its thresholds.
    private List<TailFinding.Percentile> limited() {
        return request.thresholds().stream()
                .flatMap(t -> JudgedThreshold.tail(t).stream())
                .toList();
    }

    /// What disturbed the load, and what limits the percentiles, means and the throughput: valid
    /// figures.
    public List<ResultFinding> notes() {
        return Stream.concat(
                        LoadProblems.notesOnAgents(this).stream(),
                        Stream.of(
                                        others.flatMap(CpuContentionDuring::ofLoad),
                                        levelChange().map(LevelChange::finding),
                                        arrivalsOmitted(),
                                        pacedInTicks(),
                                        fewBeyond(),
                                        shorterThanQueue())
                                .<ResultFinding>flatMap(Optional::stream))
                .toList();
    }

    /// Why the figures are invalid; empty when they are valid.
    public List<ResultFinding> problems() {
        return LoadProblems.of(this);
    }

    /// What the streams of HTTP/2 mean for the figures, which stay valid.
    public List<ResultFinding> notesOnStreams() {
        return LoadProblems.notesOnStreams(result);
    }
}
