package dev.loombench.diagnose;

import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.observe.threads.PrintedStack;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Printed and listed threads of a service.
public final class SampleThreads {
    /// A call of the service.
    public static final String SHOP = "com.example.Shop.order(Shop.java:30)";

    public static final String BLOCKED = "BLOCKED (on object monitor)";
    public static final String PARKED = "WAITING (parking)";
    public static final String PARK =
            "jdk.internal.misc.Unsafe.park(java.base@25.0.4/Native Method)";
    public static final String LOCK = "java.util.concurrent.locks.ReentrantLock$NonfairSync";
    public static final String SLEEP = "java.lang.Thread.sleep(java.base@25.0.4/Thread.java:540)";

    private static final String[] TOMCAT = {
        "org.apache.coyote.AbstractProtocol$ConnectionHandler.process(AbstractProtocol.java:903)",
        "org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1)",
        "java.lang.Thread.run(java.base@25.0.4/Thread.java:1474)"
    };

    /// A thread of a web server that waits for a connection.
    public static final String IDLE =
            Prints.thread(
                    "http-nio-8080-exec-99",
                    99,
                    1,
                    PARKED,
                    PARK,
                    "java.util.concurrent.LinkedBlockingQueue.take(java.base@25.0.4/L.java:435)",
                    "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask(T.java:1)");

    /// A thread of an executor has it, in a task or idle.
    public static final String WORKER =
            "java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@25.0.4/ThreadPoolExecutor.java:1)";

    /// Two threads, each of which waits for the class that the other one initialises.
    public static final String INITIALISERS =
            initialiser("a", 31, "Shop$A.<clinit>(Shop.java:3)", "Shop$B")
                    + initialiser("b", 32, "Shop$B.<clinit>(Shop.java:5)", "Shop$A");

    private SampleThreads() {}

    private static String initialiser(String name, int number, String frame, String awaited) {
        var awaits = "- waiting on the Class initialization monitor for " + awaited;
        return Prints.thread(name, number, 1, "RUNNABLE", frame, awaits);
    }

    /// Threads in one call.
    ///
    /// @param lines of the stack from the top
    public static String threads(String name, int count, String state, String... lines) {
        return IntStream.range(0, count)
                .mapToObj(i -> Prints.thread(name + i, 40 + i, 1, state, lines))
                .collect(Collectors.joining());
    }

    /// A thread that awaits one monitor and holds another.
    public static String blocked(String name, int number, String awaited, String held) {
        return Prints.thread(
                name,
                number,
                1,
                BLOCKED,
                "Shop.order(Shop.java:%d)".formatted(number),
                "- waiting to lock <%s> (a java.lang.Object)".formatted(awaited),
                "- locked <%s> (a java.lang.Object)".formatted(held));
    }

    /// A thread that awaits a `ReentrantLock`.
    public static String parked(String name, int number, String state, String... more) {
        String[] lines = {
            PARK,
            "- parking to wait for  <0x%d> (a %s)".formatted(number, LOCK),
            "java.util.concurrent.locks.ReentrantLock.lock(java.base@25.0.4/ReentrantLock.java:322)",
            "Shop.pay(Shop.java:%d)".formatted(number)
        };
        return Prints.thread(name, number, 1, state, concat(lines, more));
    }

    /// A thread that awaits a monitor.
    public static String waiting(int i, String id, String type) {
        return Prints.thread(
                "http-exec-" + i,
                30 + i,
                1,
                BLOCKED,
                "Svc.audited(Svc.java:16)",
                "- waiting to lock <%s> (a %s)".formatted(id, type),
                "Svc.lambda$main$3(Svc.java:44)");
    }

    /// Threads of a web server at work.
    ///
    /// @param cpuMillis of each thread
    public static String requests(int count, double cpuMillis, String... top) {
        return requestsIn("TIMED_WAITING (sleeping)", count, cpuMillis, top);
    }

    /// The same in a state.
    public static String requestsIn(String state, int count, double cpuMillis, String... top) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i ->
                        Prints.thread(
                                "http-nio-8080-exec-" + i,
                                30 + i,
                                cpuMillis,
                                state,
                                concat(top, TOMCAT)))
                .collect(Collectors.joining());
    }

    private static String[] concat(String[] top, String[] bottom) {
        return Stream.of(top, bottom).flatMap(Arrays::stream).toArray(String[]::new);
    }

    /// Ten threads of a web server at work, at three moments.
    public static ThreadHistory served(int connections, int unread, String more) {
        return Prints.history(
                Optional.of(Prints.connections(connections, unread, 0)),
                requests(10, 10, SLEEP, "Shop.order(Shop.java:30)") + more,
                requests(10, 20, SLEEP, "Shop.order(Shop.java:30)") + more,
                requests(10, 30, SLEEP, "Shop.order(Shop.java:30)") + more);
    }

    /// A list of virtual threads that wait.
    public static Part<ThreadDump> dump(int count, String... frames) {
        var group = new StackGroup(ThreadKind.VIRTUAL, "WAITING", count, List.of(frames));
        return Part.of(new ThreadDump("attach", 0, 20, 2, count, List.of(group)));
    }

    /// A virtual thread without a carrier.
    public static LiveThread listed(long number, PrintedStack stack) {
        return new LiveThread("", number, true, Optional.empty(), OptionalLong.empty(), stack);
    }
}
