package dev.loombench.cli.load;

import dev.loombench.spec.Defaults;
import dev.loombench.spec.load.ConnectionPolicy;
import dev.loombench.spec.load.ErrorPolicy;
import dev.loombench.spec.load.ExpectedStatuses;
import dev.loombench.spec.load.Protocol;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.Template;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.load.ValueSource;
import dev.loombench.spec.requests.GivenRequests;
import dev.loombench.spec.requests.RequestSecrets;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Units;
import dev.loombench.spec.yaml.SpecReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `loombench load` for the requests and the connections that carry them.
final class TrafficOptions {

    @Mixin private ContentOptions content = new ContentOptions();

    @Option(
            names = "--requests-file",
            paramLabel = "FILE",
            description = {
                "YAML file with a mix of requests, in the form of \"requests\" and \"values\" under"
                        + " \"load\" in an experiment. The URL then has no path."
            })
    private @Nullable Path requestsFile;

    @Mixin private ImportOptions imports = new ImportOptions();

    @Option(
            names = "--expect-status",
            paramLabel = "LIST",
            defaultValue = "2xx",
            description = {
                "Statuses of good responses, as in 2xx,302; others are errors. Redirects are not"
                        + " followed. Default: ${DEFAULT-VALUE}."
            })
    private String expectedStatuses = "";

    @Option(
            names = "--expect-body",
            paramLabel = "TEXT",
            description = {
                "Text that the body of the first response must contain; checked once before the"
                        + " load."
            })
    private @Nullable String expectedBody;

    @Option(
            names = "--no-keep-alive",
            description = {
                "One connection per request; the time to open it is part of the response time."
            })
    private boolean noKeepAlive;

    @Option(
            names = "--connect-timeout",
            paramLabel = "TIME",
            description = {"Longest time to open a connection. Default: that of --timeout."})
    private @Nullable String connectTimeout;

    @Option(
            names = "--local-address",
            paramLabel = "ADDRESS",
            description = {
                "Local address to connect from; repeatable, used in turn. Each has some 28,000"
                        + " ports."
            })
    private List<String> localAddresses = List.of();

    /// The requests of a file in the format of another tool; empty when no option names one.
    ///
    /// @throws SpecError when the file is wrong
    Optional<GivenRequests> imported() {
        return imports.read();
    }

    /// @throws SpecError when the options contradict one another, or a file cannot be read
    TrafficSpec traffic(LoadUrl url, Optional<GivenRequests> imported, Duration timeout) {
        if (expectedBody != null && url.protocol() != Protocol.HTTP) {
            throw new SpecError("--expect-body goes with http://, not with tcp://");
        }
        return requests(url, imported, timeout).withExpectedBody(Optional.ofNullable(expectedBody));
    }

    private TrafficSpec requests(LoadUrl url, Optional<GivenRequests> imported, Duration timeout) {
        var connections =
                new ConnectionPolicy(
                        !noKeepAlive,
                        Optional.ofNullable(connectTimeout).map(TrafficOptions::seconds),
                        localAddresses);
        if (imported.isPresent()) {
            var option = imports.name().orElseThrow();
            if (requestsFile != null) {
                throw new SpecError(option + " does not go with --requests-file");
            }
            requireMix(option, url);
            var given = content.addTo(imported.get());
            return traffic(given.requests(), given.values(), connections).withTimeout(timeout);
        }
        if (url.protocol() == Protocol.HTTP && requestsFile != null) {
            requireMix("--requests-file", url);
            return withHeaders(
                    SpecReader.requests(requestsFile, connections, timeout), connections);
        }
        var secrets = new RequestSecrets(Set.of());
        var request =
                switch (url.protocol()) {
                    case HTTP -> content.request(url.path(), secrets, timeout);
                    case LINE -> line(timeout);
                };
        var requests = List.of(request);
        return traffic(requests, secrets.sources(requests), connections);
    }

    /// A line feed at the end of the body is dropped, because each line is sent with one.
    private Request line(Duration timeout) {
        if (content.method().isPresent() || requestsFile != null || content.hasHeaders()) {
            throw new SpecError(
                    "--method, --header and --requests-file go with http://; tcp:// sends the line"
                            + " of --body");
        }
        var text = content.bodyText().orElse(Defaults.LINE).replaceFirst("\\r?\\n$", "");
        return Request.line(Template.escaped(text), timeout);
    }

    /// The options of one request do not go with a file that has the requests.
    private void requireMix(String option, LoadUrl url) {
        if (url.protocol() != Protocol.HTTP) {
            throw new SpecError("%s goes with http://, not with tcp://".formatted(option));
        }
        if (content.hasMethodOrBody()) {
            throw new SpecError("--method and --body go with one request, not with " + option);
        }
        if (!url.path().equals("/")) {
            throw new SpecError(
                    "with %s the paths come from the file, and the URL has none; was \"%s\""
                            .formatted(option, RequestSecrets.maskedPath(url.path())));
        }
    }

    /// The requests of a file with the headers of the command line.
    private TrafficSpec withHeaders(TrafficSpec read, ConnectionPolicy connections) {
        var secrets = new RequestSecrets(read.values().keySet());
        var requests =
                read.requests().stream().map(request -> content.addTo(request, secrets)).toList();
        var values = new LinkedHashMap<>(secrets.sources(requests));
        values.putAll(read.values());
        return traffic(requests, values, connections);
    }

    private TrafficSpec traffic(
            List<Request> requests, Map<String, ValueSource> values, ConnectionPolicy connections) {
        return new TrafficSpec(
                requests, values, connections, ErrorPolicy.DEFAULT, expectedStatuses());
    }

    private ExpectedStatuses expectedStatuses() {
        try {
            return ExpectedStatuses.of(expectedStatuses);
        } catch (SpecError e) {
            throw new SpecError("--expect-status: " + e.getMessage());
        }
    }

    /// Parses a duration; a bare whole number is seconds, as in other load generators.
    static Duration seconds(String text) {
        return Units.duration(text.matches("\\d+") ? text + "s" : text);
    }
}
