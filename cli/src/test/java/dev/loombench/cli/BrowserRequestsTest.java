package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.BrowserHar;
import dev.loombench.capacity.SearchedExperiment;
import dev.loombench.cli.capacity.CapacityOptions;
import dev.loombench.cli.capacity.SubjectOptions;
import dev.loombench.cli.compare.ModelOption;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Installation;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.traffic.Request;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// As many requests as an archive may have, each with the headers of a browser, are measured by
/// `compare` and `capacity` as by `load`.
class BrowserRequestsTest extends CommandFixture {
    private static final int REQUESTS = 1_000;
    private static final String FIRST = "a=sleep {port}";
    private static final String SECOND = "b=sleep {port}";

    @TempDir private Path folder;

    private String har() throws IOException {
        return har(BrowserHar.of("/orders", REQUESTS));
    }

    private String har(String archive) throws IOException {
        return Files.writeString(folder.resolve("shop.har"), archive).toString();
    }

    @Test
    void compare_plans_them_and_its_file_is_read_again() throws IOException {
        var file = folder.resolve("mine.yaml");
        int code =
                execute(
                        "compare",
                        FIRST,
                        SECOND,
                        "--har",
                        har(),
                        "--dry-run",
                        "--write",
                        file.toString());
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        var traffic = new ExperimentReader(List.of()).read(file).traffic();
        assertThat(traffic.requests())
                .hasSize(REQUESTS)
                .allMatch(request -> request.headers().size() > 15)
                .extracting(Request::path)
                .contains("/orders?n=0", "/orders?n=" + (REQUESTS - 1));
    }

    /// More than 5 MB of text.
    @Tag("nightly")
    @Test
    void posts_with_bodies_are_planned_and_read_again() throws IOException {
        var file = folder.resolve("posts.yaml");
        var har = har(BrowserHar.posts("/orders", REQUESTS, 5_000));
        int code =
                execute("compare", FIRST, SECOND, "--har=" + har, "--dry-run", "--write=" + file);
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(new ExperimentReader(List.of()).read(file).traffic().requests())
                .hasSize(REQUESTS)
                .allMatch(request -> request.method().equals("POST"))
                .allMatch(request -> request.body().length() > 5_000);
    }

    @Test
    void capacity_plans_them() throws IOException {
        var options = CommandLine.populateCommand(new SubjectOptions(), "--har", har());
        var settings =
                CommandLine.populateCommand(new CapacityOptions(), "--slo", "p99<50ms")
                        .settings(false);
        var given =
                options.experiment(
                        List.of(FIRST),
                        ModelOption.none(),
                        Installation.find(),
                        new PrintWriter(err));
        assertThat(SearchedExperiment.of(given, settings).traffic().requests())
                .hasSize(REQUESTS)
                .allMatch(request -> request.headers().size() > 15);
    }
}
