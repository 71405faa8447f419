package dev.loombench.cli;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.Output;
import dev.loombench.cli.console.OutputOptions;
import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.cli.console.Terminal;
import dev.loombench.cli.inspect.JdkDefectChecks;
import dev.loombench.cli.option.OtherRunOption;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.load.option.OptionValues;
import dev.loombench.observe.perf.PerfSupport;
import dev.loombench.observe.result.MetricId;
import dev.loombench.report.calibration.CalibrationDocument;
import dev.loombench.report.export.Document;
import dev.loombench.report.machine.DiagnosticsDocument;
import dev.loombench.run.CalibrationRun;
import dev.loombench.run.MachineChecks;
import java.time.Duration;
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

    @Mixin private OutputOptions output = new OutputOptions();

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
        var form = output.output();
        return calibrate ? calibrated(form) : checked(form);
    }

    private int calibrated(Output<Document> form) throws InterruptedException {
        if (experiment != null) {
            throw new ParameterException(
                    command.commandLine(), "--calibrate takes no experiment: it has its own");
        }
        var requested =
                CalibrationRun.requireTime(
                        time == null ? CALIBRATION : OptionValues.seconds("--for", time));
        var out = command.commandLine().getOut();
        var err = command.commandLine().getErr();
        var zoo = Installation.find().zoo();
        try (var _ = ShutdownSignal.interruptingCaller(err, INTERRUPTED);
                var progress =
                        new CalibrationProgress(requested, err, Terminal.live(), System::nanoTime);
                var launcher = new ServerLauncher(zoo)) {
            var reader = new ExperimentReader(zoo.servers());
            var calibration =
                    new CalibrationRun(launcher, reader, otherRun.chosen(), progress)
                            .measure(requested);
            progress.clear();
            form.write(new CalibrationDocument(calibration, counters()), out);
            return calibration.valid() ? ExitCode.OK : ExitCode.INVALID;
        }
    }

    /// Whether instructions per request are counted on this machine.
    private static boolean counters() {
        return PerfSupport.ofThisMachine().refusal(MetricId.COUNTED_INSTRUCTIONS).isEmpty();
    }

    private int checked(Output<Document> form) {
        if (time != null) {
            throw new ParameterException(command.commandLine(), "--for needs --calibrate");
        }
        var home = Installation.find();
        var zoo = home.zoo();
        var checked =
                Optional.ofNullable(experiment)
                        .map(given -> home.experiment(given, new ExperimentReader(zoo.servers())));
        var diagnostics = JdkDefectChecks.addTo(MachineChecks.of(zoo, checked));
        form.write(new DiagnosticsDocument(diagnostics), command.commandLine().getOut());
        return diagnostics.passed() ? ExitCode.OK : ExitCode.INVALID;
    }
}
