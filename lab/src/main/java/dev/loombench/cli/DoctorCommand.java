package dev.loombench.cli;

import dev.loombench.analysis.Calibration;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.OutputFormat;
import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.cli.console.Terminal;
import dev.loombench.cli.inspect.JdkDefectChecks;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.observe.perf.PerfSupport;
import dev.loombench.observe.result.MetricId;
import dev.loombench.report.Format;
import dev.loombench.report.json.JsonReport;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.CalibrationReport;
import dev.loombench.report.text.LineWrapper;
import dev.loombench.run.CalibrationRun;
import dev.loombench.run.MachineDiagnostics;
import dev.loombench.run.MachineDiagnostics.Check;
import dev.loombench.spec.text.RecordJson;
import dev.loombench.spec.text.Units;
import dev.loombench.spec.yaml.SpecReader;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench doctor`: checks the limits of this machine, and whether an experiment can run on it.
@Command(
        name = "doctor",
        description = {
            "Check this machine, and whether it meets the requirements of an experiment.",
            "For a limit that is too low it prints the command that raises it. Exit code 3 when the"
                    + " experiment cannot run.",
            "With --calibrate it compares a server with itself, and prints the smallest difference that"
                    + " this machine can show."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench doctor",
            "  loombench doctor rasvi-2023/hold-25k-tomcat",
            "  loombench doctor --output json mine.yaml",
            "  loombench doctor --calibrate --for 10m"
        })
final class DoctorCommand implements Callable<Integer> {
    private static final Duration CALIBRATION = Duration.ofMinutes(2);
    private static final String INTERRUPTED = "interrupted: a calibration keeps no results";

    @Spec private CommandSpec command;

    @Parameters(
            arity = "0..1",
            paramLabel = "EXPERIMENT",
            description = "A name from `loombench list`, or a YAML file.")
    private @Nullable String experiment;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "What to print: text or json. Default: ${DEFAULT-VALUE}.")
    private OutputFormat output;

    @Option(
            names = "--calibrate",
            description =
                    "Compare a server with itself, and print the smallest difference that this machine"
                            + " can show.")
    private boolean calibrate;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description = "Time of the calibration, 30s to 30m. Default: 2m.")
    private @Nullable String time;

    @Mixin private OtherRunOption otherRun = new OtherRunOption();

    @Override
    public Integer call() throws InterruptedException {
        if (output != OutputFormat.text && output != OutputFormat.json) {
            throw new ParameterException(
                    command.commandLine(), "doctor prints text or json, not " + output);
        }
        return calibrate ? calibrated() : checked();
    }

    private int calibrated() throws InterruptedException {
        if (experiment != null) {
            throw new ParameterException(
                    command.commandLine(), "--calibrate takes no experiment: it has its own");
        }
        var requested =
                CalibrationRun.requireTime(time == null ? CALIBRATION : Units.duration(time));
        var out = command.commandLine().getOut();
        var err = command.commandLine().getErr();
        var zoo = Installation.find().zoo();
        try (var _ = ShutdownSignal.interruptingCaller(err, INTERRUPTED);
                var progress =
                        new CalibrationProgress(requested, err, Terminal.live(), System::nanoTime);
                var launcher = new ServerLauncher(zoo)) {
            var reader = new SpecReader(zoo.servers());
            var calibration =
                    new CalibrationRun(launcher, reader, otherRun.chosen(), progress)
                            .measure(requested);
            progress.clear();
            print(calibration, out);
            return calibration.valid() ? ExitCode.OK : ExitCode.INVALID;
        }
    }

    private void print(Calibration calibration, PrintWriter out) {
        boolean counters =
                PerfSupport.ofThisMachine().refusal(MetricId.COUNTED_INSTRUCTIONS).isEmpty();
        if (output == OutputFormat.json) {
            out.println(JsonReport.of(calibration, counters));
        } else {
            CalibrationReport.of(calibration, counters, Terminal.paint(), Terminal.width())
                    .forEach(out::println);
        }
        out.flush();
    }

    private int checked() {
        if (time != null) {
            throw new ParameterException(command.commandLine(), "--for needs --calibrate");
        }
        var home = Installation.find();
        var zoo = home.zoo();
        var spec =
                Optional.ofNullable(experiment)
                        .map(given -> home.experiment(given, new SpecReader(zoo.servers())));
        var diagnostics = JdkDefectChecks.addTo(MachineDiagnostics.of(zoo, spec));
        var out = command.commandLine().getOut();
        if (output == OutputFormat.json) {
            out.println(RecordJson.text(diagnostics));
        } else {
            diagnostics.checks().forEach(check -> print(check, out));
        }
        out.flush();
        return diagnostics.passed() ? ExitCode.OK : ExitCode.INVALID;
    }

    private static void print(Check check, PrintWriter out) {
        var paint = Terminal.paint();
        var lines =
                wrapped(
                        "%s: %s"
                                .formatted(
                                        paint.bold(Format.plain(check.name())),
                                        Format.plain(check.current())));
        out.println("%s  %s".formatted(state(check, paint), lines.getFirst().stripLeading()));
        lines.stream().skip(1).forEach(out::println);
        wrapped(
                        "allows %s%s"
                                .formatted(
                                        Format.plain(check.allows()),
                                        check.needs()
                                                .map(n -> "; the experiment needs " + n)
                                                .orElse("")))
                .forEach(out::println);
        check.remedy().ifPresent(help -> wrapped(Format.plain(help)).forEach(out::println));
    }

    private static List<String> wrapped(String text) {
        return LineWrapper.at(Terminal.width(), " ".repeat(7), text);
    }

    private static String state(Check check, AnsiStyle paint) {
        return switch (check.state()) {
            case OK -> paint.good("ok   ");
            case WARN -> paint.warning("note ");
            case FAIL -> paint.bad("fail ");
        };
    }
}
