package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A list as that of a JDK 25.0.3.
class ListedMonitorsTest {
    private static final String LIST =
            """
            {"threadDump": {"threadContainers": [
              {"container": "<root>", "threads": [
                {"tid": "13", "name": "Finalizer", "state": "WAITING",
                 "waitingOn": "java.lang.Object@4ed09609",
                 "stack": ["java.base/java.lang.Object.wait0(Native Method)"],
                 "monitorsOwned": [{"depth": 4, "locks": ["java.lang.Object@4ed09609"]}]},
                {"tid": "24", "name": "orders", "state": "BLOCKED",
                 "blockedOn": "Shop@1f",
                 "stack": ["app/Shop.pay(Shop.java:30)"]},
                {"tid": "25", "name": "idle", "state": "WAITING", "stack": []}
              ]},
              {"container": "ForkJoinPool-1", "threads": [
                {"tid": "71", "virtual": true, "name": "", "state": "BLOCKED",
                 "blockedOn": "Stock@2f",
                 "stack": ["Shop.order(Shop.java:12)"],
                 "monitorsOwned": [{"depth": 1, "locks": ["Shop@1f", null]}]}
              ]}
            ]}}
            """;

    @TempDir private Path folder;

    @Test
    void threads_that_hold_or_await_a_monitor_are_read() throws IOException {
        var file = folder.resolve("threads.json");
        Files.writeString(file, LIST);
        var shop = PrintedLock.monitor("Shop@1f");
        assertThat(ListedMonitors.read(file))
                .as("without those that have released it to wait for a notification")
                .containsExactly(
                        new ListedThread(
                                "orders",
                                24,
                                false,
                                Optional.of(Thread.State.BLOCKED),
                                new PrintedStack(
                                        List.of("Shop.pay(Shop.java:30)"),
                                        Optional.of(shop),
                                        List.of())),
                        new ListedThread(
                                "",
                                71,
                                true,
                                Optional.empty(),
                                new PrintedStack(
                                        List.of("Shop.order(Shop.java:12)"),
                                        Optional.of(PrintedLock.monitor("Stock@2f")),
                                        List.of(shop))));
        assertThat(shop.describe()).isEqualTo("the monitor of a Shop");
    }
}
