package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCapacity;
import dev.loombench.SampleReproduction;
import dev.loombench.SampleRun;
import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.experiment.Claim;
import dev.loombench.report.capacity.CapacityDocument;
import dev.loombench.report.capacity.StoredSearch;
import dev.loombench.report.export.OutputFormat;
import dev.loombench.result.store.ReproductionStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `report` of what is neither a run nor a sweep.
class StoredSubjectTest extends ReportFixture {
    private static final String TIME = "2026-01-31T12-00-00";

    private Path search(CapacityResult result) throws IOException {
        var folder = Files.createDirectories(results.resolve("capacity/services/" + TIME));
        Files.writeString(folder.resolve("probes.jsonl"), "");
        var search = new StoredSearch(folder);
        var document =
                new CapacityDocument(
                        result, folder, search.file(OutputFormat.html), false, List.of());
        search.writes(document).forEach(Runnable::run);
        return folder;
    }

    @ParameterizedTest
    @EnumSource(OutputFormat.class)
    void a_search_has_every_form_that_it_had_when_it_ended(OutputFormat form) throws IOException {
        var folder = search(SampleCapacity.two());
        var copy = results.resolve("copy");
        assertThat(report("-o", form, folder, "--export=%s=%s".formatted(form, copy)))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        assertThat(new StoredSearch(folder).file(form)).content().isEqualTo(out.toString());
        assertThat(copy).content().isEqualTo(out.toString());
    }

    @Test
    void a_search_is_found_by_its_name_and_as_the_latest() throws IOException {
        search(SampleCapacity.two());
        assertThat(report("services")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(report("capacity/services")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(report()).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("3,600/s");
    }

    @Test
    void the_exit_code_of_a_search_is_that_with_which_it_ended() throws IOException {
        assertThat(report(search(SampleCapacity.interrupted()))).isEqualTo(ExitCode.UNDECIDED);
        var times = new Claim.Target.Times(0.3, SampleRun.VIRTUAL);
        var contradicted = SampleCapacity.claim(new Claim.Relation.Above(), times);
        assertThat(report(search(SampleCapacity.claiming(contradicted))))
                .isEqualTo(ExitCode.THRESHOLD);
    }

    /// The second is without a verdict.
    @ParameterizedTest
    @ValueSource(strings = {"{\"format\":1,", "{\"format\":1}"})
    void a_damaged_record_of_a_search_is_named(String json) throws IOException {
        var folder = search(SampleCapacity.two());
        Files.writeString(folder.resolve("capacity.json"), json);
        assertThat(report(folder)).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(err.toString()).contains("capacity.json").doesNotContain("\tat ");
    }

    @Test
    void options_that_need_the_figures_of_a_run_are_refused() throws IOException {
        var folder = search(SampleCapacity.two());
        assertThat(report(folder, "--verbose")).isEqualTo(ExitCode.USAGE);
        assertThat(report(folder, "--fail-if", "capacity<1")).isEqualTo(ExitCode.USAGE);
        assertThat(report(folder, folder)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("--verbose", "loombench capacity --fail-if", "two runs");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void windows_without_a_report_are_those_of_a_search_that_ended_before() throws IOException {
        var folder = Files.createDirectories(results.resolve("capacity/services/" + TIME));
        Files.writeString(folder.resolve("probes.jsonl"), "");
        assertThat(report(folder)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("probes.jsonl", "loombench capacity");
    }

    /// Also while it goes on, without the lock of its folder.
    @Test
    void a_reproduction_is_rendered_again() {
        var plan = SampleReproduction.of(SampleReproduction.attempt(List.of())).plan();
        try (var store = ReproductionStore.create(results, plan)) {
            assertThat(store.folder()).exists();
            assertThat(report("-o", "json"))
                    .as(err.toString())
                    .isNotIn(ExitCode.USAGE, ExitCode.INTERNAL_ERROR);
        }
        assertThat(out.toString()).contains("reproduce/2026-01-");
        assertThat(err.toString()).doesNotContain("\tat ");
    }

    @Test
    void what_is_no_run_is_not_resumed_as_one() throws IOException {
        var folder = search(SampleCapacity.two()).toString();
        assertThat(execute("run", "--resume", folder)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("a search for the capacity").hasLineCount(1);
    }

    @Test
    void an_inspection_has_its_page_alone() throws IOException {
        var folder = Files.createDirectories(results.resolve("inspect/123/" + TIME));
        Files.writeString(folder.resolve("report.html"), "<!doctype html>");
        assertThat(report(folder)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--open", "loombench inspect");
    }

    @Test
    void any_other_folder_is_told_what_is_expected() {
        assertThat(report(results)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("is no run", "run", "sweep", "capacity")
                .hasLineCount(1);
    }
}
