package dev.loombench.cli;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.LoadStop;
import dev.loombench.cli.console.Terminal;
import dev.loombench.launch.ModuleBuild;
import dev.loombench.observe.jmx.GovernorClient;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Units;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench govern PID`: governs the carriers of a live service and shows what it does.
@Command(
        name = "govern",
        description = {
            "Govern how many carriers the virtual threads of a live service have (JDK 24 or later).",
            "It shows each decision with its reason. When it ends, also by Ctrl-C, the number that was"
                    + " found is in force again. The governor is loaded into the service by attach."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench govern 4711",
            "  loombench govern --duration 60s --max 64 $(pgrep -f my-service)"
        })
final class GovernCommand implements Callable<Integer> {
    private static final Duration REFRESH = Duration.ofMillis(250);
    private static final Duration FOR_EVER = Duration.ofDays(10_000);

    @Spec private CommandSpec command;

    @Parameters(paramLabel = "PID", description = "The process: a JVM of your own user.")
    private long pid;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "How long, as in 60s or 10m. Default: until Ctrl-C.")
    private @Nullable String length;

    @Option(
            names = "--max",
            paramLabel = "N",
            description = "Never more carriers. Default: 256, or what is found if that is more.")
    private @Nullable Integer max;

    @Override
    public Integer call() throws InterruptedException {
        var time = length();
        ModuleBuild.build(List.of("governor"));
        var agent = Installation.find().governor();
        try (var stop = new LoadStop().armed();
                var service = GovernorClient.start(pid, agent, limit())) {
            return govern(service, time, stop);
        } catch (IOException e) {
            throw gone(e);
        }
    }

    private Duration length() {
        var time = length == null ? FOR_EVER : Units.duration(length);
        if (time.isZero()) {
            throw new SpecError("--duration must be above 0, was " + length);
        }
        return time;
    }

    private OptionalInt limit() {
        if (max == null) {
            return OptionalInt.empty();
        }
        if (max < 1 || max > Short.MAX_VALUE) {
            throw new SpecError(
                    "--max must be from 1 to %d carriers, was %d".formatted(Short.MAX_VALUE, max));
        }
        return OptionalInt.of(max);
    }

    private int govern(GovernorClient service, Duration time, LoadStop stop)
            throws IOException, InterruptedException {
        var out = command.commandLine().getOut();
        var view = service.status();
        var watch = new GovernDisplay(pid, out, command.commandLine().getErr(), Terminal.live());
        out.println(watch.begins(view));
        out.flush();
        long end = System.nanoTime() + time.toNanos();
        try {
            do {
                view = service.status();
                watch.show(view);
            } while (!stop.asked(REFRESH) && System.nanoTime() - end < 0);
        } finally {
            watch.close();
            service.stop();
        }
        tellEnd(out, watch, service);
        return ExitCode.FINE;
    }

    private static void tellEnd(PrintWriter out, GovernDisplay watch, GovernorClient service)
            throws IOException {
        out.println(watch.ends(service.parallelism()));
        out.flush();
    }

    private SpecError gone(IOException e) {
        return new SpecError(
                ProcessHandle.of(pid).isEmpty()
                        ? "process %d has ended: there is nothing to put back".formatted(pid)
                        : "process %d is governed no more: %s".formatted(pid, e.getMessage()));
    }
}
