package dev.loombench.load.command;

import static java.util.Objects.requireNonNull;

import dev.loombench.base.ProgramVersion;
import dev.loombench.export.Export;
import dev.loombench.load.api.Load;
import dev.loombench.load.option.BodyOption;
import dev.loombench.load.option.ConnectToOption;
import dev.loombench.load.option.ExpectStatusOption;
import dev.loombench.load.option.ExportOption;
import dev.loombench.load.option.FailIfOption;
import dev.loombench.load.option.HeaderOption;
import dev.loombench.load.option.Http2Option;
import dev.loombench.load.option.KeepAliveOption;
import dev.loombench.load.option.LoadWarmUpOption;
import dev.loombench.load.option.MeasuredTimeOptions;
import dev.loombench.load.option.MethodOption;
import dev.loombench.load.option.OptionValues;
import dev.loombench.load.option.OutputOption;
import dev.loombench.load.option.PaceOptions;
import dev.loombench.load.option.SeedOption;
import dev.loombench.load.option.ThreadsOption;
import dev.loombench.load.option.TimeoutOption;
import dev.loombench.load.option.TlsOptions;
import dev.loombench.load.threshold.LoadThreshold;
import dev.loombench.load.threshold.LoadThreshold.Outcome;
import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadDefaults;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench-load URL`: the load generator alone. Its options are a part of those of `loombench
/// load`, with the same names and meanings.
@Command(
        name = "loombench-load",
        version = "loombench-load " + ProgramVersion.VERSION,
        description = {
            "Put load on a URL and measure the responses.",
            "",
            "Without --rate, each connection is a user that sends its next request after the"
                    + " response (closed model). With --rate, requests leave by the clock, whatever"
                    + " the server does (open model). Response time counts from the intended send.",
            "",
            "Ctrl-C ends the load early and reports what was measured. Only the result goes to"
                    + " standard output. loombench load has the same options and more: mixes of"
                    + " requests, gRPC, WebSocket, agents, pages, figures of the server's process.",
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured",
            "1:internal error, or the output cannot be written",
            "2:wrong usage, or a target that cannot be loaded; nothing was measured",
            "3:invalid result; the first lines say why. Takes precedence over 4 and 99",
            "4:a threshold is undecided: too few responses beyond its percentile",
            "99:a threshold failed; standard error says which. Takes precedence over 4",
            "130:interrupted; what was measured is reported",
        },
        footer = {
            "",
            "Examples:",
            "  loombench-load http://localhost:8080/hello",
            "  loombench-load -c 1k -R 5k --arrival poisson http://localhost:8080/hello",
            "  loombench-load --http2 --cacert ca.pem https://localhost:8443/hello",
            "  loombench-load -R 1k --fail-if 'p99>50ms' http://localhost:8080/hello",
            "  loombench-load --export json=load.json --export hlog=latency.hlog URL",
            "  loombench-load --body '{\"item\": 1}' -o json http://localhost:8080/orders",
        })
public final class LoadGeneratorCommand implements Callable<Integer> {
    @Spec private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "URL",
            description = {
                "http(s)://host[:port]/path?query, or",
                "tcp://host:port, which responds to each line",
                "with a line."
            })
    private String url = "";

    @Mixin private PaceOptions pace = new PaceOptions();

    @Mixin private MeasuredTimeOptions measured = new MeasuredTimeOptions();

    @Mixin private HeaderOption headers = new HeaderOption();

    @Mixin private MethodOption method = new MethodOption();

    @Mixin private BodyOption body = new BodyOption();

    @Mixin private ExpectStatusOption statuses = new ExpectStatusOption();

    @Mixin private KeepAliveOption keepAlive = new KeepAliveOption();

    @Mixin private ConnectToOption connectTo = new ConnectToOption();

    @Mixin private TlsOptions tls = new TlsOptions();

    @Mixin private Http2Option http2 = new Http2Option();

    @Mixin private TimeoutOption timeout = new TimeoutOption();

    @Mixin private LoadWarmUpOption warmUp = new LoadWarmUpOption();

    @Mixin private SeedOption seed = new SeedOption();

    @Mixin private ThreadsOption threads = new ThreadsOption();

    @Mixin private FailIfOption failIf = new FailIfOption();

    @Option(
            names = {OutputOption.SHORT, OutputOption.LONG},
            paramLabel = OutputOption.VALUE,
            defaultValue = "text",
            converter = ResultFormat.Converter.class,
            description = OutputOption.WHAT + OutputOption.LOG + OutputOption.DEFAULT)
    private ResultFormat output = ResultFormat.text;

    @Mixin private ExportOption export = new ExportOption();

    @Override
    public Integer call() throws IOException, InterruptedException {
        var line = requireNonNull(spec).commandLine();
        var thresholds = failIf.conditions().stream().map(LoadThreshold::parse).toList();
        List<Export<MeasuredLoad>> exports =
                export.parse(ResultFormat.values(), ResultFormat.ELSEWHERE);
        try (var measurement = load().start();
                var signal = StopSignal.install(measurement, timeout.longest())) {
            ProgressLine.follow(measurement, line.getErr());
            var result = measurement.result();
            if (result.isEmpty()) {
                line.getErr().println("loombench-load: interrupted before anything was measured");
                return LoadGenerator.INTERRUPTED;
            }
            var load = new MeasuredLoad(shownUrl(), result.get(), planned(), thresholds);
            line.getOut().print(output.export(load));
            line.getOut().flush();
            int code = judge(load, line.getErr());
            boolean written = write(load, exports, line.getErr());
            return signal.isReceived()
                    ? LoadGenerator.INTERRUPTED
                    : written ? code : LoadGenerator.INTERNAL_ERROR;
        } catch (UnknownHostException e) {
            throw new WrongInput("no address is known for host " + e.getMessage());
        }
    }

    private String shownUrl() {
        return isLine() ? url : RequestSecrets.maskedUrl(url);
    }

    private OptionalLong planned() {
        return measured.count()
                .map(number -> OptionalLong.of(Units.count(number)))
                .orElse(OptionalLong.empty());
    }

    /// @return the exit code
    private static int judge(MeasuredLoad load, PrintWriter err) {
        boolean invalid = !load.isValid();
        var failed = load.thresholds(Outcome.FAILED);
        var undecided = load.thresholds(Outcome.UNDECIDED);
        print(failed, invalid ? "invalid result" : "failed", load, err);
        print(undecided, invalid ? "invalid result" : "undecided", load, err);
        if (invalid) {
            return LoadGenerator.INVALID;
        }
        return !failed.isEmpty()
                ? LoadGenerator.THRESHOLD
                : undecided.isEmpty() ? 0 : LoadGenerator.UNDECIDED;
    }

    private static void print(
            List<LoadThreshold> thresholds, String outcome, MeasuredLoad load, PrintWriter err) {
        for (var threshold : thresholds) {
            err.println(
                    "loombench-load: %s: %s"
                            .formatted(outcome, TextSanitizer.of(load.message(threshold))));
        }
    }

    /// Writes all files, each also where another one cannot be written.
    ///
    /// @return whether all are written
    private static boolean write(
            MeasuredLoad load, List<Export<MeasuredLoad>> exports, PrintWriter err) {
        var failures = exports.stream().flatMap(export -> export.write(load).stream()).toList();
        failures.forEach(failure -> err.println("loombench-load: " + TextSanitizer.of(failure)));
        return failures.isEmpty();
    }

    private Load load() {
        var load =
                Load.of(url)
                        .threads(threads.threads())
                        .seed(seed.seed())
                        .keepAlive(keepAlive.isKept())
                        .timeout(timeout.longest());
        set("--connections", Optional.of(pace.connections()), load::connections);
        set("--rate", pace.rate(), load::rate);
        set(ConnectToOption.NAME, connectTo.text(), load::connectTo);
        arrival(load);
        times(load);
        content(load);
        tls.given().ifPresent(load::tls);
        http2(load);
        return load;
    }

    /// A setting that an option has; a mistake names the option.
    private static void set(String option, Optional<String> text, Function<String, Load> setting) {
        text.ifPresent(given -> OptionValues.of(option, () -> setting.apply(given)));
    }

    private void http2(Load load) {
        if (!http2.isGiven()) {
            if (http2.streams().isPresent()) {
                throw new WrongInput(Http2Option.NEEDS_HTTP2);
            }
            return;
        }
        int otherwise = keepAlive.isKept() ? Http2Policy.DEFAULT_STREAMS : 1;
        OptionValues.of(
                Http2Option.STREAMS,
                () -> load.http2(http2.streams().map(Units::count).orElse(otherwise)));
    }

    private void arrival(Load load) {
        pace.arrival()
                .ifPresent(kind -> {
                    if (pace.rate().isEmpty()) {
                        throw new WrongInput(
                                "--arrival needs --rate: without it, responses set the pace");
                    }
                    load.arrival(kind);
                });
    }

    private void times(Load load) {
        pace.thinkTime()
                .ifPresent(time -> load.thinkTime(OptionValues.seconds("--think-time", time)));
        measured.duration().ifPresent(load::duration);
        warmUp.time().ifPresent(load::warmUp);
        set("--count", measured.count(), number -> load.requests(Units.count(number)));
    }

    private void content(Load load) {
        method.method()
                .or(() -> isLine() ? Optional.empty() : Optional.of(body.defaultMethod()))
                .ifPresent(load::method);
        headers.headers().forEach(load::header);
        body.content()
                .ifPresentOrElse(load::body, () -> load.body(isLine() ? LoadDefaults.LINE : ""));
        set(ExpectStatusOption.NAME, statuses.list(), load::expectStatus);
    }

    private boolean isLine() {
        return url.startsWith("tcp:");
    }
}
