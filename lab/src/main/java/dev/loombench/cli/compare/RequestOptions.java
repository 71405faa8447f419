package dev.loombench.cli.compare;

import dev.loombench.cli.load.ContentOptions;
import dev.loombench.cli.load.ImportOptions;
import dev.loombench.spec.load.ConnectionPolicy;
import dev.loombench.spec.load.ExpectedStatuses;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.requests.GivenRequests;
import dev.loombench.spec.requests.RequestSecrets;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.yaml.SpecReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `loombench compare` and `capacity` for the requests of the load.
public final class RequestOptions {
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
        var request = content.request(path == null ? "/" : path, secrets, Request.DEFAULT_TIMEOUT);
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

    /// The requests with what is expected of their responses.
    ///
    /// @param given as [#given]
    /// @throws SpecError when the options or a file are wrong
    public TrafficSpec traffic(Optional<GivenRequests> given) {
        var requests =
                given.map(GivenRequests::traffic)
                        .orElseGet(() ->
                                SpecReader.requests(
                                        Objects.requireNonNull(requestsFile),
                                        ConnectionPolicy.DEFAULT,
                                        Request.DEFAULT_TIMEOUT));
        return new TrafficSpec(
                requests.requests(),
                requests.values(),
                requests.connections(),
                requests.errors(),
                statuses(),
                body());
    }

    private ExpectedStatuses statuses() {
        return Optional.ofNullable(expectedStatuses)
                .map(list -> OptionValues.of("--expect-status", () -> ExpectedStatuses.of(list)))
                .orElse(ExpectedStatuses.DEFAULT);
    }

    private Optional<String> body() {
        if (expectedBody != null && expectedBody.isEmpty()) {
            throw new SpecError("--expect-body must not be empty");
        }
        return Optional.ofNullable(expectedBody);
    }
}
