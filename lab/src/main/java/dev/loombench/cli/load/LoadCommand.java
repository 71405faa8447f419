package dev.loombench.cli.load;

import static dev.loombench.cli.load.TrafficOptions.seconds;
import static java.util.Objects.requireNonNull;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.LoadStop;
import dev.loombench.launch.HostLimits;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.UnmetRequirement;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.Pacing;
import dev.loombench.load.Probe;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.spec.Defaults;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Units;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench load URL`: the load engine by itself, against a server that runs already.
@Command(
        name = "load",
        description = {
            "Put load on one URL and measure what comes back.",
            "",
            "Without --rate, each connection is a user who sends again as soon as the answer is"
                    + " there (closed model). With --rate, requests leave by the clock, whatever the"
                    + " server does (open model). Response time counts from the moment a request was"
                    + " meant to leave.",
            "",
            "A terminal shows how the load comes along; Ctrl-C ends it early and still sums up what"
                    + " was measured. Standard output holds the result alone."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured",
            "1:our fault",
            "2:wrong usage, or a target that cannot be loaded; nothing was measured",
            "3:the figures must not be relied on; the first line says why. This comes before 99: a"
                    + " doubtful figure can neither pass nor fail",
            "99:failed by a threshold; standard error says which",
            "130:interrupted; what was measured until then is summed up",
        },
        footer = {
            "",
            "Examples:",
            "  loombench load http://localhost:8080/hello",
            "  loombench load -c 1k -R 5k --arrival poisson http://localhost:8080/hello",
            "  loombench load -R 0..5k/30s,5k/1m http://localhost:8080/hello",
            "  loombench load --hold -c 19k --connect-rate 2k http://localhost:8080/hello",
            "  loombench load -R 1k --fail-if 'p99>50ms' http://localhost:8080/hello",
            "  loombench load -o hlog http://localhost:8080/hello > latency.hlog",
            "  loombench load -m POST --body=@order.json http://localhost:8080/orders",
            "  loombench load --requests-file shop.yaml http://localhost:8080",
            "  loombench load -c 100 --body ping tcp://localhost:7777",
        })
public final class LoadCommand implements Callable<Integer> {
    private final LoadStop stop = new LoadStop();

    @Spec private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "URL",
            description = {
                "What to ask for: http://host[:port]/path?query. Or tcp://host:port, which is sent"
                        + " lines, each answered by a line."
            })
    private String url = "";

    @Mixin private LoadModelOptions shape = new LoadModelOptions();

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            description = {
                "How long to measure, as in 30s or 2m; a bare number is seconds. With --count, at"
                        + " most so long. Default: the length of the course, else 10s; with --count"
                        + " 10m."
            })
    private @Nullable String duration;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = {
                "Measure until so many requests are concluded, as in 1M; exactly so many are sent."
            })
    private @Nullable String count;

    @Mixin private TrafficOptions traffic = new TrafficOptions();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "10s",
            description = {
                "How long an answer may take, counted from the moment the request was meant to"
                        + " leave. Default: ${DEFAULT-VALUE}."
            })
    private String timeout = "";

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            defaultValue = "2s",
            description = {
                "Load before the measured time, not counted; connections open within its first"
                        + " second. Default: ${DEFAULT-VALUE}."
            })
    private String warmUp = "";

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Of poisson arrivals, exponential think times, the choice between requests and"
                            + " the values in them. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            defaultValue = "auto",
            description = {
                "What moves the bytes: nio, io_uring, or auto for io_uring where it can be had."
                        + " Default: ${DEFAULT-VALUE}."
            })
    private String transport = "";

    @Option(
            names = "--pacing",
            paramLabel = "KIND",
            defaultValue = "auto",
            description = {
                "How exactly requests leave with --rate: exact, 0.1ms, 1ms, or auto for what the"
                        + " rate and the transport suggest. Default: ${DEFAULT-VALUE}."
            })
    private String pacing = "";

    @Option(
            names = {"-t", "--threads"},
            paramLabel = "N",
            defaultValue = "1",
            description = {
                "Threads that share the load: one for each core the generator may have. Default:"
                        + " ${DEFAULT-VALUE}."
            })
    private String threads = "";

    @Option(
            names = "--no-probe",
            description = {
                "Load whatever the target responds. Otherwise one request is sent ahead, and nothing is"
                        + " loaded where nobody listens, or where the only request gets a status"
                        + " that is not expected and no --fail-if says how many errors may be."
            })
    private boolean noProbe;

    @Option(
            names = "--fail-if",
            paramLabel = "CONDITION",
            description = {
                "Exit with 99 if this holds of the result, as in 'p99>50ms', 'rps<900',"
                        + " 'errors>1%%'; repeatable. Metrics: any percentile as p50 or p99.9, max,"
                        + " mean (response time), rps (good answers a second), errors (number or %%)."
            })
    private List<String> conditions = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            defaultValue = "text",
            description = {
                "text, json, csv or hlog (HdrHistogram log, tags response and service), on standard"
                        + " output. Default: ${DEFAULT-VALUE}."
            })
    private String output = "";

    @Option(
            names = {"-L", "--latency"},
            description = "As wrk has it; here percentiles are always shown.")
    void latency(boolean asked) {
        // Nothing to switch on.
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var command = requireNonNull(spec).commandLine();
        LoadRequest order;
        LoadFormat format;
        LoadSettings settings;
        try {
            order = order();
            settings = settings();
            format = LoadFormat.named(output);
            checkLimits(order);
        } catch (SpecError e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
        try (var armed = stop.armed()) {
            var refusal = noProbe ? Optional.<String>empty() : probe(order, settings, armed);
            if (refusal.isPresent()) {
                command.getErr().println("loombench: nothing was measured: " + refusal.get());
                return ExitCode.USAGE;
            }
            var watch = LoadProgressDisplay.on(command.getErr(), order.model());
            var measured = drive(order, settings, watch, armed);
            if (measured.isEmpty()) {
                command.getErr().println("loombench: interrupted before anything was measured");
                return ExitCode.INTERRUPTED;
            }
            var summary = measured.get();
            command.getOut().print(format.render(summary));
            command.getOut().flush();
            return judged(summary, command.getErr());
        }
    }

    /// @throws SpecError when this machine's limits do not allow the load
    private static void checkLimits(LoadRequest order) {
        int sources = Math.max(1, order.traffic().connections().sources().size());
        var unmet = Preflight.checkLoad(HostLimits.here(), order.model().connections(), sources);
        if (!unmet.isEmpty()) {
            throw new SpecError(
                    unmet.stream()
                            .map(UnmetRequirement::message)
                            .collect(Collectors.joining("; ")));
        }
    }

    /// Why the load would be in vain; empty when it would not, and when it was stopped meanwhile.
    private static Optional<String> probe(LoadRequest order, LoadSettings settings, LoadStop stop)
            throws IOException, InterruptedException {
        var traffic = order.traffic();
        if (traffic.hasCounter()) {
            return Optional.empty(); // a value that was sent ahead would be sent twice
        }
        boolean expected = order.limitsErrors() || traffic.isMix();
        try {
            return Probe.<Stopped>send(
                            order.url().target(),
                            traffic,
                            order.seed(),
                            settings.transport(),
                            () -> {
                                if (stop.isAsked()) {
                                    throw new Stopped();
                                }
                            })
                    .filter(refusal -> !(refusal.byStatus() && expected))
                    .map(refusal -> refusal.reason() + "; --no-probe loads it all the same");
        } catch (Stopped _) {
            return Optional.empty();
        }
    }

    /// The user ended the load.
    private static final class Stopped extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /// Empty when it was stopped before its window.
    private static Optional<LoadSummary> drive(
            LoadRequest order, LoadSettings settings, LoadProgressDisplay watch, LoadStop stop)
            throws IOException, InterruptedException {
        var target = order.url().target();
        try (var run =
                        LoadEngine.start(
                                target, order.model(), order.traffic(), order.seed(), settings);
                watch) {
            stop.cutsOff(run);
            if (stop.isAsked() || !watch.follow(run, LoadSnapshot.WARM_UP, order.warmUp(), stop)) {
                return Optional.empty();
            }
            var server = LocalServer.at(target);
            run.openWindow(order.requests(), watch::add);
            boolean whole = watch.measure(run, order.duration(), stop, server);
            return Optional.of(
                    new LoadSummary(order, run.closeWindow(), !whole, server.stoppedNanos()));
        }
    }

    private static int judged(LoadSummary summary, PrintWriter err) {
        var doubtful = !summary.doubts().isEmpty();
        for (var threshold : summary.failures()) {
            err.println(
                    (doubtful ? "loombench: in doubt: " : "loombench: failed: ")
                            + threshold.sentence(summary));
        }
        if (summary.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        if (doubtful) {
            return ExitCode.INVALID;
        }
        return summary.failures().isEmpty() ? ExitCode.FINE : ExitCode.THRESHOLD;
    }

    /// Ends the load early, from any thread.
    LoadStop stop() {
        return stop;
    }

    private LoadRequest order() {
        var target = LoadUrl.parse(url);
        var model = shape.model(Units.count(threads));
        return new LoadRequest(
                target,
                model,
                traffic.traffic(target, seconds(timeout)),
                seconds(warmUp),
                length(model),
                count(model),
                seed,
                conditions.stream().map(LoadThreshold::parse).toList());
    }

    private OptionalLong count(LoadModel model) {
        if (count == null) {
            return OptionalLong.empty();
        }
        if (model instanceof LoadModel.HeldConnections) {
            throw new SpecError("--count has no meaning with --hold, which sends one each");
        }
        int wanted = Units.count(count);
        if (wanted == 0) {
            throw new SpecError("--count must be at least 1, was " + count);
        }
        return OptionalLong.of(wanted);
    }

    private Duration length(LoadModel model) {
        if (duration == null) {
            var otherwise = model.length().isZero() ? Defaults.MEASURE : model.length();
            return count == null ? otherwise : Defaults.MEASURE_MAX;
        }
        var length = seconds(duration);
        if (length.isZero()) {
            throw new SpecError("--duration must be above 0, was " + duration);
        }
        return length;
    }

    /// A bare whole number is seconds, as other load generators have it.
    private static Duration seconds(String text) {
        return Units.duration(text.matches("\\d+") ? text + "s" : text);
    }

    private LoadSettings settings() {
        return new LoadSettings(
                TransportChoice.named(transport), Pacing.named(pacing), Units.count(threads));
    }
}
