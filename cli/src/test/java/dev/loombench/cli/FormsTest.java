package dev.loombench.cli;

import dev.loombench.SampleCapacity;
import dev.loombench.SampleReproduction;
import dev.loombench.SampleRun;
import dev.loombench.SampleSweep;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.Calibration;
import dev.loombench.analysis.Calibration.Detectable;
import dev.loombench.analysis.Calibration.MetricSpread;
import dev.loombench.analysis.audit.Audit;
import dev.loombench.analysis.machine.MachineDiagnostics;
import dev.loombench.analysis.machine.MachineDiagnostics.Check;
import dev.loombench.analysis.machine.MachineDiagnostics.State;
import dev.loombench.analysis.validity.capacity.CapacityFinding.NotMonotone;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.yaml.PublishedFiguresReader;
import dev.loombench.report.audit.AuditDocument;
import dev.loombench.report.calibration.CalibrationDocument;
import dev.loombench.report.capacity.CapacityDocument;
import dev.loombench.report.claims.ReproductionReport;
import dev.loombench.report.export.Document;
import dev.loombench.report.export.GoldenForms;
import dev.loombench.report.machine.DiagnosticsDocument;
import dev.loombench.report.next.NextCommand;
import dev.loombench.report.run.ComparisonDocument;
import dev.loombench.report.run.RunReport;
import dev.loombench.report.run.SweepReports;
import dev.loombench.stats.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every form of every subject, compared with golden files; of loads and inspections in the tests
/// of their packages.
class FormsTest {
    private static final Path RESULTS = Path.of("results");

    record Sample(String subject, Document document) {
        @Override
        public String toString() {
            return subject;
        }
    }

    static Stream<Sample> samples() {
        return Stream.of(
                new Sample("run", run().document(false)),
                new Sample("sweep", sweep()),
                new Sample(
                        "comparison",
                        ComparisonDocument.of(List.of("before", "after"), run(), other())),
                new Sample("capacity", capacity()),
                new Sample("claims", claims()),
                new Sample("audit", audit()),
                new Sample("calibration", calibration()),
                new Sample("doctor", doctor()));
    }

    private static RunReport run() {
        return new RunReport(
                RESULTS.resolve("sample/then"),
                Analysis.of(SampleRun.manifest(), SampleRun.trials()),
                SampleRun.trials());
    }

    /// Fewer trials, with another seed.
    private static RunReport other() {
        var first = SampleRun.manifest();
        var manifest =
                SampleRun.manifest(
                        first.experiment(),
                        first.environment(),
                        first.started(),
                        43,
                        first.exclusive(),
                        first.plan(),
                        Map.of());
        var trials = SampleRun.trials().subList(0, 4);
        return new RunReport(
                RESULTS.resolve("sample/later"), Analysis.of(manifest, trials), trials);
    }

    private static Document sweep() {
        var levels = SampleSweep.of(900, 4_000, SampleSweep.NONE).levels();
        return new SweepReports(
                RESULTS.resolve("compare-sweep/then"),
                levels.stream().map(level -> level.users()).toList(),
                levels.stream()
                        .map(level ->
                                new RunReport(
                                        RESULTS.resolve("compare-%d/then".formatted(level.users())),
                                        level.analysis(),
                                        List.of()))
                        .toList());
    }

    private static Document capacity() {
        var folder = RESULTS.resolve("capacity/sample/then");
        return new CapacityDocument(
                SampleCapacity.two(new NotMonotone(SampleRun.POOL, 500, 800)),
                folder,
                folder.resolve("report.html"),
                false,
                List.of(new NextCommand("loombench run sample --rate 720", "what it costs")));
    }

    private static Document claims() {
        var claim =
                SampleReproduction.claim(
                        "virtual threads double it", new Claim.Relation.Above(), 2);
        return new ReproductionReport(
                RESULTS.resolve("reproduce/then"),
                SampleReproduction.of(
                        SampleReproduction.attempt(List.of(claim)),
                        SampleReproduction.lacking(List.of(claim), "no Rust on this machine")));
    }

    private static Document audit() {
        return new AuditDocument(
                Audit.of(
                        PublishedFiguresReader.read(
                                Path.of(
                                        System.getProperty("loombench.home"),
                                        "experiments/articles/alibaba-2024/figures.yaml"))));
    }

    private static Document calibration() {
        var narrow = new Interval(0.016, 0.02, 0.0294);
        var spread =
                new MetricSpread(
                        Metric.THROUGHPUT,
                        new Interval(0.99, 1.001, 1.012),
                        narrow,
                        Calibration.TIMES.stream()
                                .map(t -> new Detectable(t, 12, Optional.of(narrow)))
                                .toList());
        return new CalibrationDocument(
                new Calibration(
                        SampleRun.manifest(),
                        12,
                        Duration.ofMillis(9_960),
                        List.of(spread),
                        List.of()),
                false);
    }

    private static Document doctor() {
        return new DiagnosticsDocument(
                new MachineDiagnostics(
                        List.of(
                                new Check(
                                        "open files",
                                        "1,024",
                                        "400 connections per process",
                                        Optional.of("25,000"),
                                        State.FAIL,
                                        Optional.of("ulimit -n 1048576")),
                                new Check(
                                        "memory",
                                        "7,950 MiB in total",
                                        "900 MiB for server and lab",
                                        Optional.empty(),
                                        State.WARN,
                                        Optional.of("end the largest processes")),
                                new Check(
                                        "backlog",
                                        "4,096",
                                        "as many waiting connections",
                                        Optional.empty(),
                                        State.OK,
                                        Optional.empty()))));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void every_form_of_a_subject_is_stable(Sample sample) throws IOException {
        GoldenForms.assertStable(sample.subject(), sample.document());
    }
}
