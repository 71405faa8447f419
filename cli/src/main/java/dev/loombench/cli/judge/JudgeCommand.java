package dev.loombench.cli.judge;

import dev.loombench.analysis.judge.JudgeRules;
import dev.loombench.analysis.judge.Judgement;
import dev.loombench.analysis.judge.Outcome;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Output;
import dev.loombench.experiment.Defaults;
import dev.loombench.export.Exporter;
import dev.loombench.load.option.ExportOption;
import dev.loombench.load.option.OptionValues;
import dev.loombench.load.option.OutputOption;
import dev.loombench.report.judgement.JudgeDocument;
import dev.loombench.report.judgement.JudgeFormat;
import dev.loombench.result.foreign.ForeignFigure;
import dev.loombench.result.foreign.ForeignResult;
import dev.loombench.result.foreign.ForeignTool;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench judge BASE HEAD`: verdicts on the results of other tools.
@Command(
        name = "judge",
        description = {
            "Judge whether the head is worse than the base, by results of other tools.",
            "Reads JMH, hyperfine, k6, wrk, wrk2, h2load, oha, vegeta, hey, ab, autocannon and loombench"
                    + " load, and says what each result lacks. A verdict needs several processes, or"
                    + " several loads, of each side."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:not worse: each comparison that decides is equivalent, better, or different for the"
                    + " better",
            "1:internal error, or the output cannot be written",
            "2:wrong usage, or a file that cannot be read",
            "3:invalid: a finding says why",
            "4:undecided, or no verdict is possible",
            "99:worse by the margin or more",
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench judge base.json head.json                two results of JMH with -f 5",
            "  loombench judge hyperfine.json                     two commands in one file",
            "  loombench judge scan.json#1 scan.json#3            two of several commands",
            "  loombench judge --base a1.txt a2.txt a3.txt --head b1.txt b2.txt b3.txt",
            "                                                     three runs of wrk for each side",
            "  loombench judge --paired --base a*.txt --head b*.txt    measured in turn",
            "  loombench judge --metric p99 --margin 10%% base.txt head.txt",
            "  loombench judge --export bencher=bmf.json base.json head.json"
        })
public final class JudgeCommand implements Callable<Integer> {
    private static final String USAGE =
            "judge takes BASE HEAD, --base FILE... --head FILE..., or one file of hyperfine with two commands; FILE#3 is the third command of a file";

    @Spec private CommandSpec command;

    @Parameters(
            arity = "0..2",
            paramLabel = "FILE",
            description = {
                "The result of the base, and that of the head. FILE#3 is the third command, benchmark"
                        + " or result of a file."
            })
    private List<Path> files = List.of();

    @Option(
            names = "--base",
            arity = "1..*",
            paramLabel = "FILE",
            description = "Results of the base: one per process or load, in their order.")
    private List<Path> base = List.of();

    @Option(
            names = "--head",
            arity = "1..*",
            paramLabel = "FILE",
            description = "Results of the head.")
    private List<Path> head = List.of();

    @Option(
            names = "--paired",
            description = {
                "The results of base and head were measured in turn, and are in that order: compare"
                        + " within pairs, so that what changes on the machine cancels."
            })
    private boolean paired;

    @Option(
            names = "--partial",
            description = {
                "The head lacks benchmarks of the base on purpose, as where only some were measured. By"
                        + " default the result is then undecided, because one that failed is missing too."
            })
    private boolean partial;

    @Option(
            names = "--margin",
            paramLabel = "PERCENT",
            description = "Differences up to it count as equivalent, as in 5%%. Default: 3%%.")
    private String margin = Units.textOfShare(Defaults.MARGIN);

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            description = {
                "What decides, as in throughput, p99 or mean. Default: the score of JMH, the time of"
                        + " hyperfine, throughput of a closed load, p99 of an open one."
            })
    private @Nullable String metric;

    @Option(
            names = {OutputOption.SHORT, OutputOption.LONG},
            paramLabel = OutputOption.VALUE,
            defaultValue = "text",
            description = {
                OutputOption.WHAT
                        + "; the last three are the head's figures for Bencher and"
                        + " github-action-benchmark"
                        + OutputOption.DEFAULT
            })
    private JudgeFormat output = JudgeFormat.text;

    @Mixin private ExportOption export = new ExportOption();

    /// The results of both sides.
    private record Sides(List<ForeignResult> base, List<ForeignResult> head) {}

    @Override
    public Integer call() {
        var form = form();
        var rules =
                new JudgeRules(
                        OptionValues.of("--margin", () -> Units.percent(margin)),
                        paired,
                        partial,
                        Optional.ofNullable(metric));
        var sides = sides();
        var judgement = Judgement.of(sides.base, sides.head, rules);
        form.write(new JudgeDocument(judgement), command.commandLine().getOut());
        return exitCode(judgement.outcome());
    }

    private Output<JudgeDocument> form() {
        Exporter<? super JudgeDocument> printed =
                output == JudgeFormat.text ? Output.text() : output;
        return new Output<>(Optional.of(printed), export.parse(JudgeFormat.values()));
    }

    private Sides sides() {
        boolean named = !base.isEmpty() || !head.isEmpty();
        if (named ? base.isEmpty() || head.isEmpty() || !files.isEmpty() : files.isEmpty()) {
            throw new WrongInput(USAGE);
        }
        if (named) {
            return sides(judged(base), judged(head));
        }
        return files.size() == 2
                ? sides(judged(files.subList(0, 1)), judged(files.subList(1, 2)))
                : commands(JudgedFile.of(files.getFirst()));
    }

    private static List<JudgedFile> judged(List<Path> paths) {
        return paths.stream().map(JudgedFile::of).toList();
    }

    private static Sides sides(List<JudgedFile> base, List<JudgedFile> head) {
        var sides = new Sides(read(base), read(head));
        requireDistinct(base, head);
        if (Stream.concat(base.stream(), head.stream()).noneMatch(f -> f.number().isPresent())) {
            requireSameBenchmark(sides);
        }
        return sides;
    }

    /// A file that counted twice would seem to be two processes that agree exactly.
    private static List<ForeignResult> read(List<JudgedFile> files) {
        for (int i = 0; i < files.size(); i++) {
            var file = files.get(i);
            if (files.subList(0, i).stream().anyMatch(file::overlaps)) {
                throw new WrongInput("%s is named twice for one side".formatted(file.shown()));
            }
        }
        var results = files.stream().flatMap(file -> file.read().stream()).toList();
        for (int i = 0; i < files.size(); i++) {
            var file = files.get(i);
            files.subList(0, i).stream()
                    .filter(file::holdsResultOf)
                    .findFirst()
                    .ifPresent(other -> {
                        throw new WrongInput(
                                "%s and %s of one side hold the same result; name it once"
                                        .formatted(other.shown(), file.shown()));
                    });
        }
        return results;
    }

    /// As where a job did not write the head again.
    private static void requireDistinct(List<JudgedFile> base, List<JudgedFile> head) {
        for (var file : head) {
            base.stream()
                    .filter(file::holdsResultOf)
                    .findFirst()
                    .ifPresent(other -> {
                        throw new WrongInput(
                                "%s of the base and %s of the head hold the same result, so that nothing would be compared; measure both sides"
                                        .formatted(other.shown(), file.shown()));
                    });
        }
    }

    /// A single benchmark of each side is compared whatever its name, because the command of
    /// hyperfine names the version. That of JMH names what was measured.
    private static void requireSameBenchmark(Sides sides) {
        var base = benchmarks(sides.base);
        var head = benchmarks(sides.head);
        if (isOfJmh(sides.base)
                && isOfJmh(sides.head)
                && base.size() == 1
                && head.size() == 1
                && !base.equals(head)) {
            throw new WrongInput(
                    "base has the benchmark %s, head has %s; to compare two benchmarks of JMH, name each by its number, as in head.json#1"
                            .formatted(base.getFirst(), head.getFirst()));
        }
    }

    private static boolean isOfJmh(List<ForeignResult> results) {
        return results.stream().allMatch(result -> result.tool() == ForeignTool.JMH);
    }

    private static List<String> benchmarks(List<ForeignResult> results) {
        return results.stream()
                .flatMap(result -> result.figures().stream())
                .map(ForeignFigure::benchmark)
                .distinct()
                .toList();
    }

    /// The first command of hyperfine as the base, the second one as the head.
    private static Sides commands(JudgedFile file) {
        if (file.number().isPresent()) {
            throw new WrongInput(
                    "%s is one result, and a comparison needs two; %s"
                            .formatted(file.shown(), USAGE));
        }
        var commands = file.parts();
        if (commands.size() != 2) {
            throw new WrongInput(
                    "%s holds %d benchmarks or results; %s"
                            .formatted(file.shown(), commands.size(), USAGE));
        }
        return new Sides(List.of(commands.getFirst()), List.of(commands.getLast()));
    }

    private static int exitCode(Outcome outcome) {
        return switch (outcome) {
            case PASSED -> ExitCode.OK;
            case FAILED -> ExitCode.THRESHOLD;
            case UNDECIDED -> ExitCode.UNDECIDED;
            case INVALID -> ExitCode.INVALID;
        };
    }
}
