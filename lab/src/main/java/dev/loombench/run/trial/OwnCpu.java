package dev.loombench.run.trial;

import dev.loombench.base.Window;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.run.server.TestedServer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The CPU time of a server without that of its compilers: they work in rests too, on what was
/// under load, and only until all code is compiled.
final class OwnCpu {
    private OwnCpu() {}

    /// Empty where it was not observed.
    static Optional<Series> of(List<Observation> observations) {
        var compilers = Series.of(MetricId.JIT_CPU, observations);
        return Series.of(MetricId.PROCESS_CPU, observations)
                .map(cpu -> compilers.map(cpu::without).orElse(cpu));
    }

    /// Mean number of processors that the server used; empty where none were observed, and where
    /// its compilers were not, whose work may be among it.
    static OptionalDouble processors(List<Observation> observations, Window window) {
        if (Series.of(MetricId.JIT_CPU, observations).isEmpty()) {
            return OptionalDouble.empty();
        }
        var growth = of(observations).map(cpu -> cpu.growth(window)).orElse(OptionalDouble.empty());
        return growth.orElse(0) > 0
                ? OptionalDouble.of(growth.getAsDouble() / window.nanos())
                : OptionalDouble.empty();
    }

    /// The same now; as that of [TestedServer#cpu], it fails when the server has ended.
    static CpuClock clock(TestedServer server) {
        var all = server.cpu();
        var compilers = server.compilers();
        return () -> all.nanos() - compilers.nanos();
    }
}
