package dev.loombench.cli.load;

import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorSaturated;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorStalled;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorStarved;
import dev.loombench.analysis.validity.GeneratorFinding.ScheduleLagged;
import dev.loombench.analysis.validity.LoadFinding.ConnectionsNotAchieved;
import dev.loombench.analysis.validity.LoadFinding.Errors;
import dev.loombench.analysis.validity.LoadFinding.RequestsNotSent;
import dev.loombench.analysis.validity.MachineFinding.ServerStopped;
import dev.loombench.report.FindingText;
import dev.loombench.report.Format;
import dev.loombench.result.LoadResult;
import dev.loombench.result.LoadResult.Interval;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.text.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/// The figures of one load as they are quoted.
///
/// @param interrupted whether it was ended before its time
/// @param serverStoppedNanos how long the server was stopped by a signal or a debugger within the
///   window; empty where its process is not known
public record LoadSummary(
        LoadRequest order,
        LoadResult result,
        boolean interrupted,
        OptionalLong serverStoppedNanos) {
    /// Stands for the variant of a run in the texts of findings.
    private static final String NAME = "this load";

    private static final double RATE_SHORTFALL = 0.02;

    /// A server that closes its connections after fewer responses than this is seldom whole.
    private static final long FEW_RESPONSES = 10;

    /// Of a server whose process is not known.
    public LoadSummary(LoadRequest order, LoadResult result, boolean interrupted) {
        this(order, result, interrupted, OptionalLong.empty());
    }

    /// Good answers a second within the window.
    double throughput() {
        return result.counts().succeededInWindow() / result.window().seconds();
    }

    /// The generator's CPU time for each good answer within the window, ns; NaN without any.
    double generatorCpuNanos() {
        long answers = result.counts().succeededInWindow();
        return answers == 0 ? Double.NaN : (double) result.generator().cpuNanos() / answers;
    }

    /// Bytes a second within the window.
    double bandwidth() {
        return result.counts().bytes() / result.window().seconds();
    }

    /// Failed of all requests, 0..1; empty when none was sent.
    OptionalDouble errorShare() {
        double sent = result.counts().sent();
        return sent == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(result.counts().failed() / sent);
    }

    /// How far it had come, if it was ended before its time.
    Optional<String> interruption() {
        return interrupted
                ? Optional.of(
                        "after %s of %s"
                                .formatted(
                                        Format.time(result.window().seconds() * 1e9),
                                        Units.text(order.duration())))
                : Optional.empty();
    }

    /// The thresholds by which it has failed.
    List<LoadThreshold> failures() {
        return order.thresholds().stream().filter(t -> t.failedBy(this)).toList();
    }

    Histogram responseTime() {
        return merged(Interval::responseTime);
    }

    Histogram serviceTime() {
        return merged(Interval::serviceTime);
    }

    /// Why the figures are not to be trusted, if they are not; each says what was seen.
    ///
    /// Where a threshold says how many errors may be, or how low the throughput, it takes the place
    /// of the doubt.
    List<String> doubts() {
        var doubts = new ArrayList<String>();
        var loads = List.of(result);
        var traffic = order.traffic();
        var counts = result.counts();
        if (counts.succeeded() == 0) {
            doubts.add(nothingAnswered());
        } else if (!order.limitsErrors()) {
            invalid(Errors.of(NAME, traffic, loads))
                    .ifPresent(e ->
                            doubts.add(
                                    "%d of %d requests failed"
                                            .formatted(e.errors(), counts.sent())));
        }
        if (!order.limitsErrors()) {
            redirects().ifPresent(doubts::add);
        }
        RequestsNotSent.of(NAME, order.requests(), loads)
                .filter(_ -> !interrupted)
                .ifPresent(f ->
                        doubts.add(
                                "only %,d of %,d requests were sent within %s"
                                        .formatted(
                                                f.sent(),
                                                f.requested(),
                                                Units.text(order.duration()))));
        if (counts.unfinished() > 0) {
            doubts.add("%d requests were left unfinished".formatted(counts.unfinished()));
        }
        ConnectionsNotAchieved.of(NAME, traffic, loads)
                .ifPresent(f ->
                        doubts.add(
                                "only %d of %d connections were open at once%s"
                                        .formatted(f.established(), f.requested(), closing())));
        GeneratorSaturated.of(NAME, loads)
                .ifPresent(f ->
                        doubts.add(
                                String.format(
                                        Locale.ROOT,
                                        "the generator was busy %.0f %% of the time, so it may be what was measured",
                                        100 * f.busyShare())));
        Stream.of(
                        GeneratorStarved.of(NAME, true, loads),
                        GeneratorStalled.of(NAME, loads),
                        ServerStopped.of(
                                NAME,
                                (double) serverStoppedNanos.orElse(0),
                                result.window().seconds()))
                .flatMap(f -> invalid(f).stream())
                .map(LoadSummary::sentence)
                .forEach(doubts::add);
        invalid(ScheduleLagged.of(NAME, order.model(), traffic, loads))
                .ifPresent(f ->
                        doubts.add(
                                String.format(
                                        Locale.ROOT,
                                        "requests left late (p99 %.1f ms): all connections were busy,"
                                                + " or the generator was kept from its CPU",
                                        f.lagSeconds() * 1e3)));
        if (order.model() instanceof LoadModel.Open open) {
            shortfall(open).ifPresent(doubts::add);
        }
        return doubts;
    }

    /// As in `302 x 1,234: not expected`.
    private Optional<String> redirects() {
        var redirects = new TreeMap<>(result.counts().statuses());
        redirects.keySet().removeIf(status -> status / 100 != 3);
        if (redirects.isEmpty()) {
            return Optional.empty();
        }
        var met =
                redirects.entrySet().stream()
                        .map(e -> String.format(Locale.ROOT, "%d x %,d", e.getKey(), e.getValue()))
                        .collect(Collectors.joining(", "));
        return Optional.of(
                met
                        + ": not expected; redirects are not followed: give the URL that they lead"
                        + " to, or --expect-status 2xx,3xx if they are what is measured");
    }

    /// With what came in place of good answers.
    private String nothingAnswered() {
        var counts = result.counts();
        if (counts.sent() == 0) {
            return "no request was sent";
        }
        var met = new TreeMap<String, Long>();
        counts.errors().forEach((kind, count) -> met.put(kind, count));
        if (!counts.statuses().isEmpty()) {
            met.keySet().removeIf(kind -> kind.startsWith("status-"));
            counts.statuses().forEach((status, count) -> met.put("status " + status, count));
        }
        return "no request was answered well: "
                + (met.isEmpty()
                        ? "no response came"
                        : met.entrySet().stream()
                                .map(e ->
                                        String.format(
                                                Locale.ROOT, "%s %,d", e.getKey(), e.getValue()))
                                .collect(Collectors.joining(", ")));
    }

    /// The cause, where the server closes its connections after a few responses each.
    private String closing() {
        long reopened = result.connections().reconnects();
        long responses = result.counts().succeeded();
        if (reopened == 0 || responses > FEW_RESPONSES * reopened) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                ": the server closed %,d connections, one for every %.1f responses"
                        + " (--no-keep-alive, if it is meant to)",
                reopened,
                (double) responses / reopened);
    }

    private static <F extends Finding> Optional<F> invalid(Optional<F> finding) {
        return finding.filter(f -> f.severity() == Severity.INVALID);
    }

    private static String sentence(Finding finding) {
        var text = FindingText.of(finding);
        return "%s, so %s; what helps: %s".formatted(text.message(), text.impact(), text.remedy());
    }

    private Optional<String> shortfall(LoadModel.Open open) {
        double requested = open.rate().mean(result.window().nanos());
        double least = requested * (1 - RATE_SHORTFALL) - risen(open);
        return throughput() < least && order.requests().isEmpty() && !order.limitsThroughput()
                ? Optional.of(
                        String.format(
                                Locale.ROOT,
                                "%.0f answers/s came where %.0f requests/s were asked",
                                throughput(),
                                requested))
                : Optional.empty();
    }

    /// As a rate rises, more requests are under way at the window's end than at its beginning, and
    /// their answers come after it: by Little's law the rise of the rate x the time each takes, and
    /// no more than there are connections. By the window's length.
    private double risen(LoadModel.Open open) {
        var window = result.window();
        double rise = open.rate().at(window.nanos()) - open.rate().warmUpLevel();
        double underWay = rise * serviceTime().getValueAtPercentile(50) / 1e9;
        return Math.clamp(underWay, 0, open.connections()) / window.seconds();
    }

    private Histogram merged(Function<Interval, Histogram> part) {
        var sum = new Histogram(3);
        result.intervals().forEach(i -> sum.add(part.apply(i)));
        return sum;
    }
}
