package dev.loombench.load.command;

import static java.util.Objects.requireNonNull;

import dev.loombench.base.ProgramVersion;
import dev.loombench.load.api.Load;
import dev.loombench.load.api.Result;
import dev.loombench.requests.RequestSecrets;
import dev.loombench.text.BodyText;
import dev.loombench.text.RecordJson;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadDefaults;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
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
                    + " requests, gRPC, WebSocket, thresholds, agents, figures of the server's"
                    + " process.",
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured",
            "1:internal error, or the output cannot be written",
            "2:wrong usage, or a target that cannot be loaded; nothing was measured",
            "3:invalid result; the first lines say why",
            "130:interrupted; what was measured is reported",
        },
        footer = {
            "",
            "Examples:",
            "  loombench-load http://localhost:8080/hello",
            "  loombench-load -c 1k -R 5k --arrival poisson http://localhost:8080/hello",
            "  loombench-load --http2 --cacert ca.pem https://localhost:8443/hello",
            "  loombench-load -m POST --body '{\"item\": 1}' -o json http://localhost:8080/orders",
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

    @Option(
            names = {"-c", "--connections"},
            paramLabel = "N|PROFILE",
            defaultValue = "" + LoadDefaults.CONNECTIONS,
            description =
                    "Connections, and in the closed model users, or their profile, as in"
                            + " 0..400/30s,400/1m. Default: ${DEFAULT-VALUE}.")
    private String connections = "";

    @Option(
            names = {"-R", "--rate"},
            paramLabel = "RATE|PROFILE",
            description =
                    "Open model: total of requests per second, as in 500 or 10k, or a load profile"
                            + " like 0..5k/30s,5k/1m.")
    private @Nullable String rate;

    @Option(
            names = "--arrival",
            paramLabel = "KIND",
            description =
                    "How requests of a rate arrive: constant, or poisson, as from independent"
                            + " users. Default: constant.")
    private @Nullable String arrival;

    @Option(
            names = "--think-time",
            paramLabel = "TIME",
            description = "Pause of a user after each response, without --rate. Default: none.")
    private @Nullable String thinkTime;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            description =
                    "Measured time, as in 30s or 2m; a bare number is seconds. Default: the length"
                            + " of the load profile, else "
                            + LoadDefaults.DURATION_TEXT
                            + "; with --count "
                            + LoadDefaults.COUNTED_TEXT
                            + ".")
    private @Nullable String duration;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description =
                    "Number of requests, as in 1M: measures until all have ended. One whose"
                            + " connection the server closes is an error, and not sent again.")
    private @Nullable String count;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "NAME: VALUE",
            description = "Request header; repeatable.")
    private List<String> headers = List.of();

    @Option(
            names = {"-m", "--method", "-X", "--request"},
            paramLabel = "METHOD",
            description = "Request method. Default: GET.")
    private @Nullable String method;

    @Option(
            names = "--body",
            paramLabel = "TEXT|@FILE",
            description = "Request body in UTF-8, or its file. Default: empty.")
    private @Nullable String body;

    @Option(
            names = "--expect-status",
            paramLabel = "LIST",
            description = "Statuses of good responses, as in 2xx,302. Default: 2xx.")
    private @Nullable String statuses;

    @Option(names = "--no-keep-alive", description = "One connection per request.")
    private boolean noKeepAlive;

    @Option(
            names = "--connect-to",
            paramLabel = "ADDRESS[:PORT]",
            description =
                    "Address to connect to in place of the host of the URL, as in 127.0.0.1:8443."
                            + " The header Host, the name that TLS sends, and the check of the"
                            + " certificate stay those of the URL.")
    private @Nullable String connectTo;

    @Mixin private SecurityOptions security = new SecurityOptions();

    @Option(
            names = "--http2",
            description =
                    "HTTP/2: by ALPN over https, by prior knowledge over http (h2c). Default:"
                            + " HTTP/1.1.")
    private boolean http2;

    @Option(
            names = "--streams",
            paramLabel = "N",
            description =
                    "Requests at a time on one connection of HTTP/2: -c 100 --streams 10 is 100"
                            + " requests in flight on 10 connections. Default: "
                            + Http2Policy.DEFAULT_STREAMS
                            + "; 1 where a connection carries one request.")
    private @Nullable String streams;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = LoadDefaults.TIMEOUT_TEXT,
            description =
                    "Longest response time, from the intended send. Default: ${DEFAULT-VALUE}.")
    private String timeout = "";

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            description =
                    "Load before the measured time. Default: "
                            + LoadDefaults.WARM_UP_TEXT
                            + "; with --count 0s.")
    private @Nullable String warmUp;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of poisson arrivals. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = {"-t", "--threads"},
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Threads of the load generator: one per core that it may use. Default:"
                            + " ${DEFAULT-VALUE}.")
    private String threads = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "What to print: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private ResultFormat output = ResultFormat.text;

    @Override
    public Integer call() throws IOException, InterruptedException {
        var line = requireNonNull(spec).commandLine();
        try (var measurement = load().start();
                var signal = StopSignal.install(measurement, longestResponse())) {
            ProgressLine.follow(measurement, line.getErr());
            var result = measurement.result();
            int code = print(result, line.getOut(), line.getErr());
            return signal.isReceived() ? LoadGenerator.INTERRUPTED : code;
        } catch (UnknownHostException e) {
            throw new WrongInput("no address is known for host " + e.getMessage());
        }
    }

    private int print(Optional<Result> result, PrintWriter out, PrintWriter err) {
        if (result.isEmpty()) {
            err.println("loombench-load: interrupted before anything was measured");
            return LoadGenerator.INTERRUPTED;
        }
        var measured = result.get();
        var shown = url.startsWith("tcp:") ? url : RequestSecrets.maskedUrl(url);
        switch (output) {
            case text -> ResultText.lines(shown, measured).forEach(out::println);
            case json -> out.println(RecordJson.text(MeasuredJson.of(shown, measured)));
        }
        out.flush();
        return measured.isValid() ? 0 : LoadGenerator.INVALID;
    }

    private Load load() {
        var load =
                Load.of(url)
                        .threads(of("--threads", () -> Units.count(threads)))
                        .seed(seed)
                        .keepAlive(!noKeepAlive)
                        .timeout(longestResponse());
        of("--connections", () -> load.connections(connections));
        if (rate != null) {
            of("--rate", () -> load.rate(requireNonNull(rate)));
        }
        if (connectTo != null) {
            of("--connect-to", () -> load.connectTo(requireNonNull(connectTo)));
        }
        arrival(load);
        times(load);
        content(load);
        security.given().ifPresent(load::tls);
        http2(load);
        return load;
    }

    private void http2(Load load) {
        if (!http2) {
            if (streams != null) {
                throw new WrongInput("--streams are those of HTTP/2: add --http2");
            }
            return;
        }
        int otherwise = noKeepAlive ? 1 : Http2Policy.DEFAULT_STREAMS;
        of("--streams", () -> load.http2(streams == null ? otherwise : Units.count(streams)));
    }

    private void arrival(Load load) {
        if (arrival == null) {
            return;
        }
        if (rate == null) {
            throw new WrongInput("--arrival needs --rate: without it, responses set the pace");
        }
        load.arrival(
                switch (arrival) {
                    case "constant" -> Arrival.CONSTANT;
                    case "poisson" -> Arrival.POISSON;
                    default ->
                            throw new WrongInput(
                                    "--arrival must be constant or poisson, was "
                                            + TextSanitizer.quoted(arrival));
                });
    }

    private void times(Load load) {
        if (thinkTime != null) {
            load.thinkTime(seconds("--think-time", thinkTime));
        }
        if (duration != null) {
            load.duration(seconds("--duration", duration));
        }
        if (warmUp != null) {
            load.warmUp(seconds("--warm-up", warmUp));
        }
        if (count != null) {
            of("--count", () -> load.requests(Units.count(requireNonNull(count))));
        }
    }

    private void content(Load load) {
        if (method != null) {
            load.method(method);
        }
        var names = new TreeSet<String>(String.CASE_INSENSITIVE_ORDER);
        for (var header : headers) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw new WrongInput("--header must be like Name: value; one has no colon");
            }
            var name = header.substring(0, colon);
            if (!names.add(name)) {
                throw new WrongInput("header " + name + " was given twice");
            }
            load.header(name, header.substring(colon + 1).strip());
        }
        if (body != null) {
            load.body(BodyText.of(body));
        }
        if (statuses != null) {
            of("--expect-status", () -> load.expectStatus(requireNonNull(statuses)));
        }
    }

    private Duration longestResponse() {
        return seconds("--timeout", timeout);
    }

    private static Duration seconds(String option, String text) {
        return of(option, () -> Units.duration(text.matches("\\d+") ? text + "s" : text));
    }

    /// A mistake names the option.
    private static <T> T of(String option, Supplier<T> value) {
        try {
            return value.get();
        } catch (WrongInput e) {
            throw new WrongInput(option + ": " + e.getMessage());
        }
    }
}
