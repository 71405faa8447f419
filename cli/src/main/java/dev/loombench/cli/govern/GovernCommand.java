package dev.loombench.cli.govern;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.cli.console.Terminal;
import dev.loombench.cli.inspect.JvmChoice;
import dev.loombench.launch.ModuleBuild;
import dev.loombench.load.option.OptionValues;
import dev.loombench.observe.jvm.GovernorClient;
import dev.loombench.observe.library.JdkRelease;
import dev.loombench.observe.library.OpenJars;
import dev.loombench.observe.proc.ProcessState;
import dev.loombench.report.Format;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench govern PID`: governs the carriers of a running service and shows the decisions.
@Command(
        name = "govern",
        description = {
            "Govern the number of carriers of a running service (JDK 24 or later).",
            "It loads the governor into the service by attach, and shows each decision with its"
                    + " reason. At the end, also on Ctrl-C, it restores the initial number, and"
                    + " reports whether the service completed more, where it counts that."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench govern 4711",
            "  loombench govern --duration 60s --max 64 $(pgrep -f my-service)"
        })
public final class GovernCommand implements Callable<Integer> {
    private static final Duration REFRESH = Duration.ofMillis(250);

    /// In which completed work is counted.
    private static final Duration WINDOW = Duration.ofSeconds(1);

    /// A service that ends closes its connections before its process ends.
    private static final Duration END = Duration.ofSeconds(5);

    private static final Duration UNLIMITED = Duration.ofDays(10_000);

    @Spec private CommandSpec command;

    @Parameters(
            paramLabel = "PID",
            description =
                    "Process id of a JVM of the same user, or the name of what it runs: its jar or main"
                            + " class, or a part of that.")
    private String target = "";

    private long pid;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            description = "Time to govern, as in 60s or 10m. Default: until Ctrl-C.")
    private @Nullable String duration;

    @Option(
            names = "--max",
            paramLabel = "N",
            description =
                    "Maximum of carriers. Default: 256, or the service's"
                            + " jdk.virtualThreadScheduler.maxPoolSize if lower; the initial number"
                            + " if larger.")
    private @Nullable Integer max;

    @Override
    public Integer call() throws InterruptedException {
        var time = duration();
        var limit = limit();
        pid = JvmChoice.pid(target);
        ModuleBuild.build(List.of("governor"));
        var agent = Installation.find().governor();
        try (var signal = new ShutdownSignal().install();
                var service = GovernorClient.connect(pid)) {
            var work = service.counted();
            Optional<RateCounter> rate =
                    work.isPresent()
                            ? Optional.of(new RateCounter(service, work.get()))
                            : Optional.empty();
            if (rate.isPresent()) {
                countBefore(rate.get(), signal);
            }
            if (signal.isRequested()) { // the service is left as it is
                var out = command.commandLine().getOut();
                out.println("process %d was not governed".formatted(pid));
                out.flush();
                return ExitCode.OK;
            }
            service.start(agent, limit);
            return govern(service, time, rate, signal);
        } catch (IOException e) {
            throw lost(e);
        }
    }

    private void countBefore(RateCounter rate, ShutdownSignal signal)
            throws IOException, InterruptedException {
        var out = command.commandLine().getOut();
        out.println(
                "counting %s for %d s before governing"
                        .formatted(rate.work().label(), GovernedRate.BEFORE));
        out.flush();
        for (int i = 0; i < GovernedRate.BEFORE && !signal.awaitRequest(WINDOW); i++) {
            rate.countBefore();
        }
    }

    private Duration duration() {
        return Optional.ofNullable(duration)
                .map(text -> OptionValues.secondsAboveZero("--duration", text))
                .orElse(UNLIMITED);
    }

    private OptionalInt limit() {
        if (max == null) {
            return OptionalInt.empty();
        }
        if (max < 1 || max > Short.MAX_VALUE) {
            throw new WrongInput(
                    "--max must be from 1 to %d carriers, was %d".formatted(Short.MAX_VALUE, max));
        }
        return OptionalInt.of(max);
    }

    private int govern(
            GovernorClient service,
            Duration time,
            Optional<RateCounter> rate,
            ShutdownSignal signal)
            throws IOException, InterruptedException {
        var out = command.commandLine().getOut();
        var status = service.status();
        var display = new GovernDisplay(pid, out, command.commandLine().getErr(), Terminal.live());
        out.println(display.startMessage(status));
        out.flush();
        long end = System.nanoTime() + time.toNanos();
        try {
            printDefects(out);
            if (rate.isPresent()) {
                rate.get().begin();
            }
            do {
                status = service.status();
                display.show(status);
                if (rate.isPresent()) {
                    rate.get().countGoverned(WINDOW);
                }
            } while (!signal.awaitRequest(REFRESH) && System.nanoTime() - end < 0);
            status = service.status(); // with what has changed since the last one
            display.show(status);
        } finally {
            display.close();
            service.stop();
        }
        boolean changed = status.changes() > 0;
        out.println(rate.map(r -> r.text(changed)).orElseGet(GovernedRate::uncounted));
        printEnd(out, display, service);
        return ExitCode.OK;
    }

    /// The known defects of its JDK and libraries, as `inspect` names them.
    private void printDefects(PrintWriter out) throws IOException {
        var java = JdkRelease.of(pid);
        if (java.isEmpty()) {
            return;
        }
        var defects =
                KnownDefects.load().of(java.get(), OpenJars.of(pid)).stream()
                        .map(applicable ->
                                "%s (%s)".formatted(applicable.defect().id(), applicable.subject()))
                        .toList();
        if (!defects.isEmpty()) {
            out.println(
                    "known defects that apply to it: %s; loombench inspect --verbose %d explains them"
                            .formatted(Format.plain(String.join(", ", defects)), pid));
            out.flush();
        }
    }

    private static void printEnd(PrintWriter out, GovernDisplay display, GovernorClient service)
            throws IOException {
        out.println(display.endMessage(service.parallelism()));
        out.flush();
    }

    private WrongInput lost(IOException e) {
        return new WrongInput(
                ProcessState.endsWithin(pid, END)
                        ? "process %d has ended: there is nothing to restore".formatted(pid)
                        : "process %d is no longer governed: %s".formatted(pid, e.getMessage()));
    }
}
