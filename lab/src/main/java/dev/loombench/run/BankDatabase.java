package dev.loombench.run;

import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.process.ServerProcess;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.ServerDescription;
import dev.loombench.spec.Threading;
import dev.loombench.spec.Variant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The PostgreSQL behind a bank whose ledger is one: on loopback, in a folder that goes with it.
/// Started only for experiments that have such a variant which names no database of its own.
final class BankDatabase implements AutoCloseable {
    private static final Variant SERVICE =
            Variant.of("postgresql", "postgresql", Threading.BOUNDED, Map.of());

    /// It is unpacked first, and makes its data.
    private static final Duration READY_LIMIT = Duration.ofMinutes(2);

    private final @Nullable ServerProcess process;

    private BankDatabase(@Nullable ServerProcess process) {
        this.process = process;
    }

    /// What is started for an experiment: nothing, or the database.
    static List<Variant> needed(ExperimentSpec spec) {
        return spec.variants().stream().anyMatch(BankDatabase::isNeeded)
                ? List.of(SERVICE)
                : List.of();
    }

    /// @throws LaunchFailed when it is needed and does not start
    static BankDatabase startIfNeeded(ExperimentSpec spec, ServerLauncher launcher, Path runFolder)
            throws InterruptedException {
        return new BankDatabase(
                !needed(spec).isEmpty()
                        ? launcher.startService(SERVICE, runFolder.resolve("database"), READY_LIMIT)
                        : null);
    }

    private static boolean isNeeded(Variant variant) {
        return "postgresql".equals(variant.settings().get("ledger"))
                && !variant.settings().containsKey(ServerDescription.DATABASE);
    }

    /// Of the program that keeps the database.
    ///
    /// @throws IllegalStateException when none was needed
    long pid() {
        if (process == null) {
            throw new IllegalStateException("no database was needed");
        }
        return process.pid();
    }

    /// What a server under test is told, so that it finds the database.
    List<String> arguments(Variant variant) {
        return process == null || !isNeeded(variant)
                ? List.of()
                : List.of(
                        "--" + ServerDescription.DATABASE,
                        "jdbc:postgresql://127.0.0.1:%d/postgres?user=bank"
                                .formatted(process.port()));
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }
}
