package dev.loombench.launch.limit;

import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.launch.process.StartedServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The processors of a variant, as the start of its server applies them: by affinity, or by the
/// quota of a control group. A JVM sees both.
public final class CpuLimit {
    /// Root of the file systems of the kernel.
    public static final Path ROOT = Path.of("/");

    private CpuLimit() {}

    /// Starts a server.
    public interface Start<S extends StartedServer> {
        /// @param limit words before its command
        S within(List<String> limit) throws IOException;
    }

    /// Starts a server within the limits of its variant; a control group is removed at its end.
    public static <S extends StartedServer> S start(LaunchConfiguration launched, Start<S> start)
            throws IOException {
        var group = group(launched);
        try {
            var server =
                    start.within(group.map(QuotaGroup::words).orElseGet(() -> words(launched)));
            group.ifPresent(g -> {
                var _ = server.exit().thenRun(g::remove);
            });
            return server;
        } catch (IOException | RuntimeException e) {
            group.ifPresent(QuotaGroup::remove);
            throw e;
        }
    }

    private static Optional<QuotaGroup> group(LaunchConfiguration launched) throws IOException {
        return launched.cpus().isPresent()
                        && launched.cpus().get() instanceof Cpus.Quota(double cores)
                ? Optional.of(QuotaGroup.create(CpuController.find(ROOT).orElseThrow(), cores))
                : Optional.empty();
    }

    private static List<String> words(LaunchConfiguration launched) {
        return launched.cpus()
                .flatMap(CpuLimit::processors)
                .map(list -> List.of(CpuSet.taskset().orElseThrow().toString(), "-c", list))
                .orElse(List.of());
    }

    private static Optional<String> processors(Cpus cpus) {
        return switch (cpus) {
            case Cpus.Listed(var list) -> Optional.of(list);
            case Cpus.Count(int count) -> Optional.of(CpuSet.first(count));
            case Cpus.Quota _ -> Optional.empty();
        };
    }
}
