package dev.loombench.junit;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// Runs the tests of a class as a build does, inside a test.
final class AnnotatedTests {
    private AnnotatedTests() {}

    /// How the only test of a class ended, or the factory that should have made it.
    ///
    /// @param message of its exception; empty without one
    /// @param suppressed further exceptions
    record Ended(Status status, String message, int suppressed) {}

    static Ended run(Class<?> type) {
        var all = run(LauncherDiscoveryRequestBuilder.request(), List.of(type));
        if (all.size() != 1) {
            throw new IllegalStateException("%s has %d tests".formatted(type, all.size()));
        }
        return all.getFirst();
    }

    /// With two threads, on which classes and methods run at once unless a lock keeps them apart.
    static List<Ended> runAtOnce(Class<?>... types) {
        var parallel = "junit.jupiter.execution.parallel.";
        var request =
                LauncherDiscoveryRequestBuilder.request()
                        .configurationParameter(parallel + "enabled", "true")
                        .configurationParameter(parallel + "mode.default", "concurrent")
                        .configurationParameter(parallel + "mode.classes.default", "concurrent")
                        .configurationParameter(parallel + "config.strategy", "fixed")
                        .configurationParameter(parallel + "config.fixed.parallelism", "2");
        return run(request, List.of(types));
    }

    private static List<Ended> run(LauncherDiscoveryRequestBuilder request, List<Class<?>> types) {
        var selectors = types.stream().map(DiscoverySelectors::selectClass).toList();
        var ends = new CopyOnWriteArrayList<Ended>();
        LauncherFactory.create()
                .execute(
                        request.selectors(selectors).build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(
                                    TestIdentifier test, TestExecutionResult result) {
                                if (test.isTest() || result.getStatus() == Status.FAILED) {
                                    ends.add(
                                            new Ended(
                                                    result.getStatus(),
                                                    message(result.getThrowable()),
                                                    suppressed(result.getThrowable())));
                                }
                            }
                        });
        return List.copyOf(ends);
    }

    private static String message(Optional<Throwable> thrown) {
        return thrown.map(Throwable::getMessage).orElse("");
    }

    private static int suppressed(Optional<Throwable> thrown) {
        return thrown.map(t -> t.getSuppressed().length).orElse(0);
    }
}
