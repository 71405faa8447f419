package dev.loombench.governor.limiters;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A real server with 40 slots of work of 20 ms, behind one of the limiters.
///
/// Options: `--port N --limiter KEY`. `/work` needs a slot; `/ready` is never rejected.
public final class LimitedServer {
    private static final int SLOTS = 40;
    private static final byte[] BODY = "done".getBytes(StandardCharsets.UTF_8);

    private final Limiter limiter;
    private final Semaphore slots = new Semaphore(SLOTS);

    /// Two of the limiters are not safe for several threads.
    private final ReentrantLock limiting = new ReentrantLock();

    private int inFlight;

    private record Admitted(Limiter.Permit permit, long startNanos, int inFlight) {}

    private LimitedServer(Limiter limiter) {
        this.limiter = limiter;
    }

    public static void main(String[] args) throws IOException {
        var key = option(args, "--limiter");
        var limiter =
                Limiters.all().stream()
                        .filter(each -> each.key().equals(key))
                        .findFirst()
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "--limiter must be one of %s, was %s"
                                                .formatted(keys(), key)))
                        .factory()
                        .create(overload(), System::nanoTime);
        new LimitedServer(limiter).start(Integer.parseInt(option(args, "--port")));
    }

    private static String option(String[] args, String name) {
        for (int i = 0; i + 1 < args.length; i += 2) {
            if (args[i].equals(name)) {
                return args[i + 1];
            }
        }
        throw new IllegalArgumentException("expected --port N --limiter KEY; there is no " + name);
    }

    private static String keys() {
        return String.join(", ", Limiters.all().stream().map(Limiters.Contestant::key).toList());
    }

    private static Scenario overload() {
        return Scenario.all().stream()
                .filter(each -> each.servers() == SLOTS)
                .findFirst()
                .orElseThrow();
    }

    private void start(int port) throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        var server = HttpServer.create(address, 4_096);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/ready", exchange -> respond(exchange, 200));
        server.createContext("/work", this::work);
        server.start();
    }

    private void work(HttpExchange exchange) throws IOException {
        var admitted = admit();
        if (admitted == null) {
            respond(exchange, 503);
            return;
        }
        try {
            slots.acquire();
            try {
                Thread.sleep(ThreadLocalRandom.current().nextInt(10, 31));
            } finally {
                slots.release();
            }
            respond(exchange, 200);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            complete(admitted);
        }
    }

    private @Nullable Admitted admit() {
        limiting.lock();
        try {
            long now = System.nanoTime();
            var permit = limiter.tryAcquire(now, inFlight);
            if (permit == null) {
                return null;
            }
            inFlight++;
            return new Admitted(permit, now, inFlight);
        } finally {
            limiting.unlock();
        }
    }

    private void complete(Admitted admitted) {
        limiting.lock();
        try {
            inFlight--;
            admitted.permit()
                    .completed(admitted.startNanos(), System.nanoTime(), admitted.inFlight());
        } finally {
            limiting.unlock();
        }
    }

    private static void respond(HttpExchange exchange, int status) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(status, BODY.length);
            exchange.getResponseBody().write(BODY);
        }
    }
}
