package dev.loombench.cli.compare;

import dev.loombench.cli.load.ContentOptions;
import dev.loombench.cli.load.ImportOptions;
import dev.loombench.spec.Defaults;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.requests.GivenRequests;
import dev.loombench.spec.requests.RequestSecrets;
import dev.loombench.spec.text.SpecError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `loombench compare` and `capacity` for the requests of the load.
public final class RequestOptions {
    /// Limits of requests written into an experiment, below those of the whole file.
    private static final int MAX_NODES = 9_500;

    private static final int MAX_CHARS = 900_000;

    @Option(
            names = "--path",
            paramLabel = "PATH",
            description = "Path to request, with its query. Default: that of a URL, else /.")
    private @Nullable String path;

    @Option(
            names = "--requests-file",
            paramLabel = "FILE",
            description = "YAML file with a mix of requests, in place of --path.")
    private @Nullable Path requestsFile;

    @Mixin private ContentOptions content = new ContentOptions();

    @Mixin private ImportOptions imports = new ImportOptions();

    @Option(
            names = "--expect-status",
            paramLabel = "LIST",
            description = "Statuses of good responses, as in 2xx,302. Default: 2xx.")
    private @Nullable String expectedStatuses;

    @Option(
            names = "--expect-body",
            paramLabel = "TEXT",
            description =
                    "Text that the body of the first response must contain; checked before the load.")
    private @Nullable String expectedBody;

    /// The option that has paths, which URLs of services then must not have; empty for none.
    public Optional<String> pathOption() {
        return path == null ? imports.name() : Optional.of("--path");
    }

    /// The path to request; empty for the default.
    public Optional<String> path() {
        return Optional.ofNullable(path);
    }

    /// Whether an option other than the path is given.
    public boolean hasMoreThanPath() {
        return requestsFile != null
                || content.isGiven()
                || imports.name().isPresent()
                || expectedStatuses != null
                || expectedBody != null;
    }

    /// The requests, in which variables stand for secrets; empty for those of `--requests-file`.
    ///
    /// @throws SpecError when a file is wrong, or the options contradict one another
    public Optional<GivenRequests> given() {
        var imported = imports.read();
        if (imported.isPresent()) {
            return Optional.of(withHeaders(imported.get()));
        }
        if (requestsFile != null) {
            requireFileOnly();
            return Optional.empty();
        }
        var secrets = new RequestSecrets(Set.of());
        var request = content.request(path == null ? "/" : path, secrets, Defaults.TIMEOUT);
        return Optional.of(GivenRequests.of(List.of(request), secrets));
    }

    private GivenRequests withHeaders(GivenRequests imported) {
        var option = imports.name().orElseThrow();
        if (path != null || requestsFile != null) {
            throw new SpecError(
                    "--path and --requests-file do not go with %s, which has the requests"
                            .formatted(option));
        }
        if (content.hasMethodOrBody()) {
            throw new SpecError("--method and --body go with one request, not with " + option);
        }
        return content.addTo(imported);
    }

    private void requireFileOnly() {
        if (path != null) {
            throw new SpecError("--path does not go with --requests-file, which has the paths");
        }
        if (content.isGiven()) {
            throw new SpecError(
                    "--header, --cookie, --method and --body do not go with --requests-file here; write them into the file");
        }
    }

    /// The lines below `load` for the requests.
    ///
    /// @param given as [#given]
    /// @param absolute whether the experiment is in another folder than the current one
    /// @throws SpecError when an experiment cannot hold them
    public List<String> lines(Optional<GivenRequests> given, boolean absolute) {
        var lines = new ArrayList<String>();
        if (given.isPresent() && imports.name().isPresent()) {
            lines.add("requests:");
            lines.addAll(lines(given.get().requests()));
        } else if (given.isPresent()) {
            lines.add(single(given.get().requests().getFirst()));
        } else {
            var file = Objects.requireNonNull(requestsFile);
            var named = absolute ? file.toAbsolutePath() : file;
            lines.add(ExperimentYaml.text("requests-file", named.toString()));
        }
        if (expectedStatuses != null) {
            lines.add(ExperimentYaml.text("expect-status", expectedStatuses));
        }
        if (expectedBody != null) {
            lines.add(ExperimentYaml.text("expect-body", expectedBody));
        }
        return lines;
    }

    /// `path` for a GET request without headers and body, else `request`.
    private static String single(Request request) {
        var entries = entries(request);
        return entries.size() == 1
                ? entries.getFirst()
                : "request: {%s}".formatted(String.join(", ", entries));
    }

    /// A line per request, in the form of `requests` under `load`.
    private static List<String> lines(List<Request> requests) {
        int nodes = requests.stream().mapToInt(RequestOptions::nodes).sum();
        var lines = requests.stream().map(RequestOptions::line).toList();
        int chars = lines.stream().mapToInt(String::length).sum();
        if (nodes > MAX_NODES || chars > MAX_CHARS) {
            throw new SpecError(
                    "the file has %,d different requests, with their headers and bodies more than an experiment can hold; leave some out, or use loombench load"
                            .formatted(requests.size()));
        }
        return lines;
    }

    private static String line(Request request) {
        return "  - {%s}".formatted(String.join(", ", entries(request)));
    }

    /// Its keys and values, without those that have their default.
    private static List<String> entries(Request request) {
        var entries = new ArrayList<String>();
        if (!request.name().equals(request.method() + " " + request.path())) {
            entries.add(ExperimentYaml.text("name", request.name()));
        }
        if (request.weight() != 1) {
            entries.add("weight: " + request.weight());
        }
        if (!request.method().equals(Defaults.METHOD)) {
            entries.add(ExperimentYaml.text("method", request.method()));
        }
        entries.add(ExperimentYaml.text("path", request.path()));
        if (!request.headers().isEmpty()) {
            entries.add("headers: {%s}".formatted(headers(request.headers())));
        }
        if (!request.body().isEmpty()) {
            entries.add(ExperimentYaml.text("body", request.body()));
        }
        return entries;
    }

    private static String headers(Map<String, String> headers) {
        return headers.entrySet().stream()
                .map(header ->
                        ExperimentYaml.text(
                                ExperimentYaml.quoted(header.getKey()), header.getValue()))
                .collect(Collectors.joining(", "));
    }

    /// Nodes of the YAML: the mappings, their keys and their values.
    private static int nodes(Request request) {
        return 1 + 2 * entries(request).size() + 2 * request.headers().size();
    }
}
