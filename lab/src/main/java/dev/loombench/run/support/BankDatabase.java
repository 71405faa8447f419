package dev.loombench.run.support;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.process.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The PostgreSQL of a bank with a `postgresql` ledger: on loopback, in a folder that is removed at
/// its end. Started only for experiments with such a variant that names no other database.
public final class BankDatabase implements AutoCloseable {
    private static final SupportServer SERVICE =
            SupportServer.of("postgresql", "postgresql", Threading.BOUNDED);

    /// It is unpacked and initializes its data first.
    private static final Duration READY_LIMIT = Duration.ofMinutes(2);

    private final @Nullable ServerProcess process;

    private BankDatabase(@Nullable ServerProcess process) {
        this.process = process;
    }

    /// The services that an experiment needs: none, or the database.
    public static List<SupportServer> needed(Experiment experiment) {
        return experiment.variants().stream().anyMatch(BankDatabase::isNeeded)
                ? List.of(SERVICE)
                : List.of();
    }

    /// @throws LaunchFailed when it is needed and does not start
    static BankDatabase startIfNeeded(
            Experiment experiment, ServerLauncher launcher, Path runFolder)
            throws InterruptedException {
        return new BankDatabase(
                !needed(experiment).isEmpty()
                        ? launcher.startService(SERVICE, runFolder.resolve("database"), READY_LIMIT)
                        : null);
    }

    private static boolean isNeeded(Variant variant) {
        return "postgresql".equals(variant.settings().get("ledger"))
                && !variant.settings().containsKey(ServerDescription.DATABASE);
    }

    /// The process that runs the database.
    ///
    /// @throws IllegalStateException when none was needed
    long pid() {
        if (process == null) {
            throw new IllegalStateException("no database was needed");
        }
        return process.pid();
    }

    /// The arguments by which a server under test finds the database.
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
