package dev.loombench.run;

import dev.loombench.analysis.machine.MachineDiagnostics;
import dev.loombench.analysis.machine.MachineDiagnostics.Check;
import dev.loombench.analysis.machine.MachineDiagnostics.State;
import dev.loombench.analysis.validity.machine.CpuContentionBefore;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.Zoo;
import dev.loombench.launch.limit.HostLimits;
import dev.loombench.launch.limit.ResourceLimit;
import dev.loombench.launch.limit.ResourceRequirements;
import dev.loombench.load.LoadEngine;
import dev.loombench.observe.perf.PerfRefusal;
import dev.loombench.observe.perf.PerfSupport;
import dev.loombench.observe.proc.machine.EnvironmentReader;
import dev.loombench.observe.result.Environment;
import dev.loombench.text.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// The checks of this machine and of what an experiment needs of it.
public final class MachineChecks {
    private static final long MIN_MEMORY = 1L << 30;
    private static final long MIN_BACKLOG = 1_024;

    private MachineChecks() {}

    /// Checks this machine. Takes 300 ms, in which it measures the load of other processes.
    public static MachineDiagnostics of(Zoo zoo, Optional<Experiment> experiment) {
        return of(
                HostLimits.ofThisMachine(),
                EnvironmentReader.environment(),
                PerfSupport.ofThisMachine(),
                zoo,
                experiment);
    }

    static MachineDiagnostics of(
            HostLimits host,
            Environment machine,
            PerfSupport counters,
            Zoo zoo,
            Optional<Experiment> experiment) {
        var checks = new ArrayList<Check>();
        var needs = experiment.map(ResourceRequirements::of);
        checks.add(limit(host.connections(), needs.map(ResourceRequirements::connections)));
        checks.add(limit(host.ports(), needs.map(ResourceRequirements::ports)));
        checks.add(backlog(host.backlog()));
        checks.add(limit(host.threads(), needs.map(ResourceRequirements::threads)));
        checks.add(memory(host, machine));
        checks.add(processor(host, machine));
        checks.add(
                note(
                        "network",
                        "loopback, with server and load generator on the same %d cores"
                                .formatted(machine.cores()),
                        "CPU per request, and ratios; not the latency of a network"));
        checks.add(clock(host));
        checks.add(otherLoad(machine));
        checks.add(note("JDKs", HostLimits.jdks(), "servers on any of them"));
        checks.add(uring());
        checks.add(counters(counters, experiment));
        checks.add(perf(host));
        checks.add(program("cargo", "the server in Rust"));
        checks.add(program("go", "the server in Go"));
        checks.add(program("postgres", "a separate database"));
        experiment.ifPresent(checked -> variants(zoo, host, checked, checks));
        return new MachineDiagnostics(checks);
    }

    private static Check limit(ResourceLimit limit, Optional<Long> needed) {
        boolean exceeded = needed.flatMap(limit::check).isPresent();
        return new Check(
                limit.name(),
                limit.current(),
                limit.allows(),
                needed.map(n -> Figures.whole(n)),
                exceeded ? State.FAIL : State.OK,
                exceeded ? Optional.of(limit.remedy()) : Optional.empty());
    }

    private static Check backlog(ResourceLimit backlog) {
        boolean small = backlog.check(MIN_BACKLOG).isPresent();
        return new Check(
                backlog.name(),
                backlog.current(),
                backlog.allows(),
                Optional.empty(),
                small ? State.WARN : State.OK,
                small ? Optional.of(backlog.remedy()) : Optional.empty());
    }

    private static Check memory(HostLimits host, Environment machine) {
        var most = min(OptionalLong.of(machine.memoryBytes()), host.cgroupMemory());
        var available = min(most, host.memoryAvailable()).orElse(0);
        boolean little = available < MIN_MEMORY;
        return new Check(
                "memory",
                mebibytes(most.orElse(0)) + " in total",
                mebibytes(available) + " for server and lab",
                Optional.empty(),
                little ? State.WARN : State.OK,
                little
                        ? Optional.of("end the largest processes: ps aux --sort=-rss")
                        : Optional.empty());
    }

    private static OptionalLong min(OptionalLong a, OptionalLong b) {
        return a.isEmpty() || (b.isPresent() && b.getAsLong() < a.getAsLong()) ? b : a;
    }

    private static String mebibytes(long bytes) {
        return Figures.whole(bytes >> 20) + " MiB";
    }

    private static Check processor(HostLimits host, Environment machine) {
        var governor = host.governor();
        boolean constant = governor.filter("performance"::equals).isPresent();
        return new Check(
                "processor",
                "%d cores of %s, governor %s"
                        .formatted(machine.cores(), machine.cpu(), governor.orElse("unknown")),
                constant
                        ? "figures at one clock rate"
                        : governor.isPresent()
                                ? "figures that vary with the clock rate"
                                : "figures that may vary with the clock rate",
                Optional.empty(),
                constant ? State.OK : State.WARN,
                constant
                        ? Optional.empty()
                        : Optional.of(
                                governor.isPresent()
                                        ? "sudo cpupower frequency-set -g performance"
                                        : "hidden by the virtual machine: set it to performance on the host"));
    }

    private static Check clock(HostLimits host) {
        var source = host.clockSource();
        boolean cheap = source.filter("tsc"::equals).isPresent();
        boolean known = source.isPresent();
        return new Check(
                "time stamps",
                "clock source %s, steps of %d ns"
                        .formatted(source.orElse("unknown"), clockStep(System::nanoTime)),
                cheap
                        ? "cheap time stamps"
                        : known
                                ? "time stamps that cost a system call"
                                : "time stamps that may cost a system call",
                Optional.empty(),
                cheap ? State.OK : State.WARN,
                known && !cheap
                        ? Optional.of(
                                "where tsc is among available_clocksource: echo tsc | sudo tee"
                                        + " /sys/devices/system/clocksource/clocksource0/current_clocksource")
                        : Optional.empty());
    }

    /// The smallest step of 1,000 of a clock, ns.
    static long clockStep(LongSupplier nanoTime) {
        long smallest = Long.MAX_VALUE;
        for (int i = 0; i < 1_000; i++) {
            long before = nanoTime.getAsLong();
            long after = nanoTime.getAsLong();
            while (after == before) {
                after = nanoTime.getAsLong();
            }
            smallest = Math.min(smallest, after - before);
        }
        return smallest;
    }

    private static Check otherLoad(Environment machine) {
        var share = machine.othersBusyShare();
        boolean quiet =
                share.isPresent() && share.getAsDouble() <= CpuContentionBefore.OTHERS_LIMIT;
        return new Check(
                "other load",
                share.isPresent()
                        ? String.format(
                                Locale.ROOT, "%.0f %% of all cores", 100 * share.getAsDouble())
                        : "unknown",
                quiet
                        ? "undisturbed figures"
                        : share.isPresent()
                                ? "figures that other processes disturb"
                                : "figures that other processes may disturb",
                Optional.empty(),
                quiet ? State.OK : State.WARN,
                quiet ? Optional.empty() : Optional.of("end the busiest processes: top -o %CPU"));
    }

    private static Check uring() {
        var reason = LoadEngine.uringUnavailableReason();
        return new Check(
                "io_uring",
                reason.orElse("available"),
                reason.isEmpty() ? "the cheapest transport" : "transport over the JDK's selector",
                Optional.empty(),
                reason.isEmpty() ? State.OK : State.WARN,
                reason.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                "Linux 6.0 or later; sudo sysctl -w kernel.io_uring_disabled=0"));
    }

    private static Check counters(PerfSupport support, Optional<Experiment> experiment) {
        var unmet = experiment.flatMap(checked -> CounterRequirement.unmet(checked, support));
        var limit = support.limit();
        var counted = String.join(", ", support.counted());
        var scope = support.kernelModeRefusal().isPresent() ? ", in user mode only" : "";
        return new Check(
                "counters",
                limit.map(PerfRefusal::reason).orElse("available"),
                counted.isEmpty() ? "no counts" : "counts of " + counted + scope,
                experiment
                        .filter(checked -> checked.criteria().decidedBy(Metric::isCounted))
                        .map(_ -> "instructions, cycles"),
                unmet.isPresent() ? State.FAIL : limit.isPresent() ? State.WARN : State.OK,
                limit.map(PerfRefusal::remedy));
    }

    private static Check perf(HostLimits host) {
        var paranoid = host.perfParanoid();
        var setting = paranoid.isPresent() ? ", perf_event_paranoid " + paranoid.getAsLong() : "";
        return note("perf", where("perf") + setting, "profiles by hand; no run needs it");
    }

    private static Check program(String name, String allows) {
        return note(name, where(name), allows);
    }

    private static String where(String program) {
        return HostLimits.program(program).map(Path::toString).orElse("not on the PATH");
    }

    private static Check note(String name, String current, String allows) {
        return new Check(name, current, allows, Optional.empty(), State.OK, Optional.empty());
    }

    /// Checks whether each variant can start.
    private static void variants(
            Zoo zoo, HostLimits host, Experiment experiment, List<Check> checks) {
        var unavailable = Preflight.check(zoo, host, experiment);
        for (var variant : experiment.variants()) {
            var why = unavailable.get(variant.name());
            checks.add(
                    new Check(
                            "variant " + variant.name(),
                            (why == null ? "can be " : "cannot be ")
                                    + (variant.endpoint().isPresent() ? "reached" : "started"),
                            variant.zooServer()
                                    .map(server ->
                                            "%s on %s".formatted(server.model(), server.server()))
                                    .orElseGet(() -> variant.subject().summary()),
                            Optional.empty(),
                            why == null ? State.OK : State.FAIL,
                            Optional.ofNullable(why)));
        }
    }
}
