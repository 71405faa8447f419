package dev.loombench.cli.load;

import static java.util.Objects.requireNonNull;

import dev.loombench.analysis.load.JudgedThreshold;
import dev.loombench.analysis.load.LoadRequest;
import dev.loombench.analysis.load.LoadSummary;
import dev.loombench.cli.agent.GeneratorOptions;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Output;
import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.cli.load.LoadMeasurement.FirstResponse;
import dev.loombench.cli.load.progress.LoadProgressDisplay;
import dev.loombench.cli.option.ListThreadsOption;
import dev.loombench.cli.option.OtherRunOption;
import dev.loombench.export.Exporter;
import dev.loombench.load.option.ConnectToOption;
import dev.loombench.load.option.ExportOption;
import dev.loombench.load.option.FailIfOption;
import dev.loombench.load.option.LoadWarmUpOption;
import dev.loombench.load.option.MeasuredTimeOptions;
import dev.loombench.load.option.OptionValues;
import dev.loombench.load.option.OutputOption;
import dev.loombench.load.option.SeedOption;
import dev.loombench.load.option.TimeoutOption;
import dev.loombench.load.threshold.LoadThreshold;
import dev.loombench.report.load.LoadDocument;
import dev.loombench.report.load.LoadFormat;
import dev.loombench.requests.GivenRequests;
import dev.loombench.requests.LoadUrl;
import dev.loombench.run.RunEvent;
import dev.loombench.run.RunsBeside;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadDefaults;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Replay;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench load URL`: the load generator by itself, against a running server.
@Command(
        name = "load",
        description = {
            "Put load on a URL and measure the responses.",
            "",
            "Without --rate, each connection is a user that sends its next request after the"
                    + " response (closed model). With --rate, requests leave by the clock, whatever"
                    + " the server does (open model). Response time counts from the intended send.",
            "",
            "A terminal shows the progress. Ctrl-C ends the load early and reports what was"
                    + " measured. Only the result goes to standard output."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured",
            "1:internal error, or the output cannot be written",
            "2:wrong usage, or a target that cannot be loaded; nothing was measured",
            "3:invalid result; the first lines say why. Takes precedence over 4 and 99",
            "4:a threshold is undecided: too few responses, or a window too short or not steady",
            "99:a threshold failed; standard error says which. Takes precedence over 4",
            "130:interrupted; what was measured is reported",
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
            "  loombench load --export json=load.json --export hlog=latency.hlog URL",
            "  loombench load --body=@order.json http://localhost:8080/orders",
            "  loombench load --pid 4711 http://localhost:8080/hello",
            "  loombench load --requests-file shop.yaml http://localhost:8080",
            "  loombench load --har shop.har http://localhost:8080",
            "  loombench load --replay access.log --speed 2 http://localhost:8080",
            "  loombench load --no-keep-alive --cacert ca.pem https://localhost:8443/hello",
            "  loombench load -c 100 --body ping tcp://localhost:7777",
            "  loombench load --hold -c 19k ws://localhost:8080/echo",
            "  loombench load --hold -c 1k --sse http://localhost:8080/events",
            "  loombench load --load-on 10.0.0.2:7800,10.0.0.3:7800 --key-file k -c 1k URL",
        })
public final class LoadCommand implements Callable<Integer> {
    private final ShutdownSignal signal = new ShutdownSignal();

    @Spec private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "URL",
            description = {
                "http(s)://host[:port]/path?query; ws(s)://, which",
                "responds to each message with a message; or",
                "tcp://host:port, which does so with lines."
            })
    private String url = "";

    @Mixin private LoadModelOptions modelOptions = new LoadModelOptions();

    @Mixin private MeasuredTimeOptions measured = new MeasuredTimeOptions();

    @Mixin private ConnectToOption connectTo = new ConnectToOption();

    @Mixin private TrafficOptions traffic = new TrafficOptions();

    @Mixin private TimeoutOption timeout = new TimeoutOption();

    @Mixin private LoadWarmUpOption warmUp = new LoadWarmUpOption();

    @Mixin private SeedOption seed = new SeedOption();

    @Mixin private GeneratorOptions generator = new GeneratorOptions();

    @Option(
            names = "--no-probe",
            description = {
                "Skip the request sent first; none is with --count. By default nothing is loaded when no server listens,"
                        + " or when that request gets an unexpected status and no --fail-if limits"
                        + " the errors."
            })
    private boolean noProbe;

    @Mixin private OtherRunOption otherRun = new OtherRunOption();

    @Mixin private FailIfOption failIf = new FailIfOption();

    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = {
                "Also observe the server's process on this machine: CPU per request, memory, threads"
                        + " and, of a JVM, collections and where threads wait; auto for the one that"
                        + " listens."
            })
    private @Nullable String pid;

    @Mixin private ListThreadsOption listThreads = new ListThreadsOption();

    @Option(
            names = {OutputOption.SHORT, OutputOption.LONG},
            paramLabel = OutputOption.VALUE,
            defaultValue = "text",
            description = OutputOption.WHAT + OutputOption.LOG + OutputOption.DEFAULT)
    private LoadFormat output = LoadFormat.text;

    @Mixin private ExportOption export = new ExportOption();

    @Option(
            names = {"-L", "--latency"},
            description = "No effect, for command lines of wrk: percentiles are always shown.")
    void latency(boolean ignored) {
        // Percentiles are always shown.
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var command = requireNonNull(spec).commandLine();
        try {
            var on = generator.loadOn();
            var target = LoadUrl.parse(url, connectTo.address());
            var imported = traffic.imported(target, seed.seed());
            var request = request(target, imported, on.map(o -> o.agents().size()).orElse(1));
            var observed = pid(request.url());
            var form = form();
            try (var agents = on.isPresent() ? on.get().connect() : null) {
                var measurement =
                        new LoadMeasurement(
                                request,
                                generator.settings(),
                                signal,
                                observed,
                                Optional.ofNullable(agents));
                measurement.checkLimits();
                imported.ifPresent(requests ->
                        ImportOptions.printNotes(requests, Optional.of(url), command.getErr()));
                boolean beside = on.isEmpty() && besideRun(command.getErr());
                try (var _ = signal.install()) {
                    return measure(measurement, beside, form, command.getOut(), command.getErr());
                }
            }
        } catch (WrongInput e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
    }

    /// Whether a run measures on this machine, which drives the load, and the load starts all the
    /// same.
    private boolean besideRun(PrintWriter err) throws InterruptedException {
        return RunsBeside.before(
                otherRun.chosen(),
                event -> {
                    if (event instanceof RunEvent.Waiting waiting && waiting.elapsed().isZero()) {
                        err.println("loombench: " + OtherRunOption.text(waiting));
                    }
                });
    }

    /// @param besideRun whether a run measures on this machine
    private int measure(
            LoadMeasurement measurement,
            boolean besideRun,
            Output<LoadDocument> form,
            PrintWriter out,
            PrintWriter err)
            throws IOException, InterruptedException {
        boolean probe = sendsFirst();
        var first = probe ? measurement.probe() : FirstResponse.NONE;
        if (first.refusal().isPresent()) {
            err.println("loombench: nothing was measured: " + first.refusal().get());
            return ExitCode.USAGE;
        }
        var display = LoadProgressDisplay.on(err, measurement.request());
        Optional<LoadSummary> summary;
        try {
            summary = measurement.run(display, probe, first, besideRun);
        } catch (AgentLost e) {
            err.println("loombench: nothing was measured: " + e.getMessage());
            return ExitCode.INVALID;
        }
        if (summary.isEmpty()) {
            err.println("loombench: interrupted before anything was measured");
            return ExitCode.INTERRUPTED;
        }
        var document = new LoadDocument(summary.get());
        form.print(document, out);
        int code = exitCode(summary.get(), err);
        form.export(document);
        return code;
    }

    private Output<LoadDocument> form() {
        Exporter<? super LoadDocument> printed = output == LoadFormat.text ? Output.text() : output;
        return new Output<>(Optional.of(printed), export.parse(LoadFormat.values()));
    }

    private static int exitCode(LoadSummary summary, PrintWriter err) {
        boolean invalid = !summary.problems().isEmpty();
        var failed = summary.violatedThresholds();
        var undecided = summary.undecidedThresholds();
        print(failed, invalid ? "invalid result" : "failed", err);
        print(undecided, invalid ? "invalid result" : "undecided", err);
        if (summary.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        if (invalid) {
            return ExitCode.INVALID;
        }
        return !failed.isEmpty()
                ? ExitCode.THRESHOLD
                : undecided.isEmpty() ? ExitCode.OK : ExitCode.UNDECIDED;
    }

    private static void print(List<JudgedThreshold> thresholds, String outcome, PrintWriter err) {
        for (var threshold : thresholds) {
            err.println("loombench: %s: %s".formatted(outcome, threshold.message()));
        }
    }

    /// Ends the load early, from any thread.
    void stop() {
        signal.request();
    }

    /// @param generators processes that drive the load
    private LoadRequest request(LoadUrl target, Optional<GivenRequests> imported, int generators) {
        var longest = timeout.longest();
        var sent = traffic.traffic(target, imported, longest, modelOptions.holds(), seed.seed());
        if (sent.expectedBody().isPresent() && !sendsFirst()) {
            throw new WrongInput(
                    "--expect-body is checked by the request before the load, and %s leaves it out"
                            .formatted(noProbe ? "--no-probe" : "--count"));
        }
        var model = model(sent, generators);
        var count = count(model);
        var duration = duration(model, sent);
        return new LoadRequest(
                target,
                model,
                sent.withReplay(
                        sent.replay()
                                .map(replay ->
                                        replay.during(rate(replay, model), duration, count))),
                warmUp(),
                duration,
                count,
                seed.seed(),
                failIf.conditions().stream().map(LoadThreshold::parse).toList());
    }

    /// Whether a request is sent before the load.
    private boolean sendsFirst() {
        return !noProbe && measured.count().isEmpty();
    }

    private LoadModel model(Traffic sent, int generators) {
        if (sent.replay().isEmpty()) {
            return modelOptions.model(generators * generator.settings().threads());
        }
        modelOptions.requireReplay();
        return traffic.replayed(
                sent.replay().get(), modelOptions.rate(), modelOptions.connections());
    }

    private Optional<ObservedPid> pid(LoadUrl target) throws IOException {
        if (pid == null) {
            if (listThreads.isSet()) {
                throw new WrongInput("--list-threads needs --pid");
            }
            return Optional.empty();
        }
        return Optional.of(ObservedPid.of(pid, listThreads.isSet(), target.target()));
    }

    private OptionalLong count(LoadModel model) {
        var count = measured.count();
        if (count.isEmpty()) {
            return OptionalLong.empty();
        }
        if (model instanceof LoadModel.HeldConnections) {
            throw new WrongInput(
                    "--count does not go with --hold, which sends one request per connection or stream");
        }
        int requests = OptionValues.of("--count", () -> Units.count(count.get()));
        if (requests == 0) {
            throw new WrongInput("--count must be at least 1, was " + count.get());
        }
        return OptionalLong.of(requests);
    }

    /// The mean rate of recorded arrivals, which is that of the load.
    private static double rate(Replay replay, LoadModel model) {
        return model instanceof LoadModel.Open open ? open.rate().at(0) : replay.rate();
    }

    private Duration warmUp() {
        return warmUp.time()
                .orElse(measured.count().isEmpty() ? LoadDefaults.WARM_UP : Duration.ZERO);
    }

    private Duration duration(LoadModel model, Traffic sent) {
        var given = measured.duration();
        if (given.isPresent()) {
            return given.get();
        }
        var length =
                sent.replay()
                        .map(replay -> replay.once(rate(replay, model)))
                        .orElse(model.length());
        var otherwise = length.isZero() ? LoadDefaults.DURATION : length;
        return measured.count().isEmpty() ? otherwise : LoadDefaults.COUNTED;
    }
}
