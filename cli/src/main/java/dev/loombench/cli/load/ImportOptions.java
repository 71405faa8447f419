package dev.loombench.cli.load;

import dev.loombench.report.Format;
import dev.loombench.requests.AccessLog;
import dev.loombench.requests.CurlFile;
import dev.loombench.requests.GivenRequests;
import dev.loombench.requests.HarFile;
import dev.loombench.requests.Omissions;
import dev.loombench.text.WrongInput;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that take requests from a file in the format of another tool.
public final class ImportOptions {
    @Option(
            names = "--curl",
            paramLabel = "FILE",
            description = {
                "File with curl commands, as browsers copy them (Copy as cURL, bash). Their host is"
                        + " replaced by the measured service."
            })
    private @Nullable Path curl;

    @Option(
            names = "--har",
            paramLabel = "FILE",
            description =
                    "HTTP archive (HAR), as browsers export it: the requests to its main host.")
    private @Nullable Path har;

    @Option(
            names = "--access-log",
            paramLabel = "FILE",
            description = {
                "Access log in common, combined or W3C's extended format, of Envoy or of AWS's"
                        + " Application Load Balancer, or in JSON, also compressed by gzip: its GET"
                        + " and HEAD requests, by frequency. A note names the --rate of the log."
            })
    private @Nullable Path accessLog;

    @Option(
            names = "--drop-cookies",
            description = "Send the requests of --curl or --har without their cookies.")
    private boolean dropCookies;

    @Option(
            names = "--drop-errors",
            description = "Leave out requests of --har that got a status of 400 or more.")
    private boolean dropErrors;

    /// The requests of the file; empty when no option is given.
    ///
    /// @throws WrongInput when several are given, an option does not go with the file, or the file
    ///   is wrong
    public Optional<GivenRequests> read() {
        if (Stream.of(curl, har, accessLog).filter(Objects::nonNull).count() > 1) {
            throw new WrongInput("--curl, --har and --access-log exclude one another");
        }
        if (dropCookies && curl == null && har == null) {
            throw new WrongInput("--drop-cookies goes with --curl or --har");
        }
        if (dropErrors && har == null) {
            throw new WrongInput("--drop-errors goes with --har");
        }
        var omissions = new Omissions(dropCookies, dropErrors);
        if (curl != null) {
            return Optional.of(CurlFile.read(curl, omissions));
        }
        if (har != null) {
            return Optional.of(HarFile.read(har, omissions));
        }
        return Optional.ofNullable(accessLog).map(AccessLog::read);
    }

    /// The name of the option that is given.
    public Optional<String> name() {
        return Stream.of(
                        Optional.ofNullable(curl).map(_ -> "--curl"),
                        Optional.ofNullable(har).map(_ -> "--har"),
                        Optional.ofNullable(accessLog).map(_ -> "--access-log"))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /// Prints the notes on the requests.
    ///
    /// @param url of the measured service; empty where it is not known yet
    public static void printNotes(GivenRequests requests, Optional<String> url, PrintWriter err) {
        requests.notesFor(url).forEach(note -> err.println("loombench: " + Format.plain(note)));
        err.flush();
    }
}
