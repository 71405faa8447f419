package dev.loombench.junit;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// Runs the tests of a class as a build does, inside a test.
final class AnnotatedTests {
    private AnnotatedTests() {}

    /// How the only test of a class ended.
    ///
    /// @param message of its exception; empty without one
    /// @param suppressed further exceptions
    record Ended(TestExecutionResult.Status status, String message, int suppressed) {}

    static Ended run(Class<?> type) {
        var request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(DiscoverySelectors.selectClass(type))
                        .build();
        var ends = new CopyOnWriteArrayList<Ended>();
        LauncherFactory.create()
                .execute(
                        request,
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(
                                    TestIdentifier test, TestExecutionResult result) {
                                if (test.isTest()) {
                                    ends.add(
                                            new Ended(
                                                    result.getStatus(),
                                                    message(result.getThrowable()),
                                                    suppressed(result.getThrowable())));
                                }
                            }
                        });
        var all = List.copyOf(ends);
        if (all.size() != 1) {
            throw new IllegalStateException("%s has %d tests".formatted(type, all.size()));
        }
        return all.getFirst();
    }

    private static String message(Optional<Throwable> thrown) {
        return thrown.map(Throwable::getMessage).orElse("");
    }

    private static int suppressed(Optional<Throwable> thrown) {
        return thrown.map(t -> t.getSuppressed().length).orElse(0);
    }
}
