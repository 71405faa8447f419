package dev.loombench.cli.provocation;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// A server whose models provoke findings. It runs in a separate process, from a jar with only this
/// class.
final class ProvokingServer {
    static final List<String> MODELS =
            List.of(
                    "hidden-pool",
                    "choosy",
                    "hoarding",
                    "talkative",
                    "diligent",
                    "shared",
                    "tiring",
                    "lopsided",
                    "cramped",
                    "full",
                    "brittle",
                    "calm",
                    "restless",
                    "deferring",
                    "mortal",
                    "dying-at-rest",
                    "stopping-at-rest");

    private static final int WAIT_MILLIS = 20;
    private static final int MAX_ACCEPTED = 20;

    /// Shorter than the slice of another server and the change to it.
    private static final long REST_NANOS = 60_000_000;

    private static final byte[] HELLO =
            "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nHello world!".getBytes(US_ASCII);
    private static final byte[] ERROR =
            "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII);

    /// A hundred thousand chunks of one byte: cheap to send, expensive to read.
    private static final byte[] CHUNKS =
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + "1\r\nx\r\n".repeat(100_000)
                            + "0\r\n\r\n")
                    .getBytes(US_ASCII);

    private static final long START = System.nanoTime();
    private static final Semaphore POOL = new Semaphore(4);
    private static final AtomicInteger REQUESTS = new AtomicInteger();
    private static final AtomicLong LAST_NANOS = new AtomicLong(START);
    private static final LongAdder HANDLED = new LongAdder();
    private static final LongAdder NANOS = new LongAdder();

    /// Listing them takes about half a second.
    private static final int LISTED = 5_000;

    /// Objects that stay alive: most of the small heap.
    private static final byte[][] RETAINED = new byte[480_000][];

    private ProvokingServer() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        exitWhenInputCloses();
        var options = List.of(args);
        var model = options.get(options.indexOf("--model") + 1);
        if (model.equals("hoarding")) {
            for (int i = 0; i < RETAINED.length; i++) {
                RETAINED[i] = new byte[64];
            }
        }
        if (model.equals("brittle")) {
            endOnThreadDump();
        }
        if (model.equals("dying-at-rest")) {
            Thread.ofPlatform().daemon().start(() -> atRest(() -> Runtime.getRuntime().halt(3)));
        }
        if (model.equals("stopping-at-rest")) {
            Thread.ofPlatform().daemon().start(() -> atRest(ProvokingServer::stop));
        }
        if (model.equals("restless")) {
            Thread.ofPlatform().daemon().start(ProvokingServer::computeForever);
        }
        boolean cramped = model.equals("cramped");
        boolean full = model.equals("full");
        int backlog = cramped || full ? 2 : 1_000;
        try (var listener = new ServerSocket(0, backlog, InetAddress.getLoopbackAddress())) {
            System.out.println("READY port=" + listener.getLocalPort());
            for (int accepted = 0; ; accepted++) {
                if (cramped) {
                    Thread.sleep(WAIT_MILLIS);
                }
                if (full && accepted == MAX_ACCEPTED) {
                    Thread.currentThread().join(); // never returns
                }
                var socket = listener.accept();
                socket.setTcpNoDelay(true);
                Thread.startVirtualThread(() -> serve(socket, model));
            }
        }
    }

    /// Executes an action in the first rest after the warm-up.
    private static void atRest(Runnable action) {
        while (REQUESTS.get() <= 50 || System.nanoTime() - LAST_NANOS.get() < REST_NANOS) {
            LockSupport.parkNanos(10_000_000);
        }
        action.run();
    }

    /// As SIGSTOP from outside.
    private static void stop() {
        try {
            new ProcessBuilder("kill", "-STOP", String.valueOf(ProcessHandle.current().pid()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void computeForever() {
        while (true) {
            Thread.onSpinWait();
        }
    }

    /// Ends the JVM while it lists its threads, of which there are so many that it takes a while.
    private static void endOnThreadDump() {
        for (int i = 0; i < LISTED; i++) {
            Thread.startVirtualThread(LockSupport::park);
        }
        var list = Path.of(System.getProperty("java.io.tmpdir")).resolveSibling("threads.json");
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    while (!Files.exists(list)) {
                        LockSupport.parkNanos(1_000_000);
                    }
                    Runtime.getRuntime().halt(134);
                });
    }

    private static void exitWhenInputCloses() {
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try {
                        System.in.readAllBytes();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    } finally {
                        Runtime.getRuntime().halt(0);
                    }
                });
    }

    private static void serve(Socket socket, String model) {
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream());
            var out = socket.getOutputStream();
            for (var head = head(in); !head.isEmpty(); head = head(in)) {
                if (head.startsWith("GET /stats ")) {
                    out.write(stats());
                } else {
                    if (model.equals("shared") && !head.startsWith("GET /other ")) {
                        requestByAnotherClient(socket.getLocalPort());
                    }
                    handle(model, out);
                }
            }
        } catch (IOException | InterruptedException _) {
            // The client has disconnected.
        }
    }

    private static void handle(String model, OutputStream out)
            throws IOException, InterruptedException {
        long since = System.nanoTime();
        switch (model) {
            case "hidden-pool" -> {
                POOL.acquire();
                Thread.sleep(WAIT_MILLIS);
                POOL.release();
                out.write(HELLO);
            }
            case "choosy" -> {
                Thread.sleep(WAIT_MILLIS);
                out.write(REQUESTS.incrementAndGet() % 10 == 0 ? ERROR : HELLO);
            }
            case "hoarding" -> {
                System.gc(); // of the whole heap, so that each request has a long pause
                out.write(HELLO);
            }
            case "talkative" -> out.write(CHUNKS);
            case "shared", "cramped", "full", "brittle", "calm", "restless" -> {
                Thread.sleep(WAIT_MILLIS);
                out.write(HELLO);
            }
            case "deferring" -> {
                Thread.sleep(WAIT_MILLIS / 4);
                out.write(HELLO);
                Thread.startVirtualThread(ProvokingServer::computeLater);
            }
            case "dying-at-rest", "stopping-at-rest" -> {
                Thread.sleep(WAIT_MILLIS);
                LAST_NANOS.set(System.nanoTime());
                REQUESTS.incrementAndGet();
                out.write(HELLO);
            }
            case "mortal" -> {
                Thread.sleep(WAIT_MILLIS);
                long ended = System.nanoTime();
                long rest = ended - LAST_NANOS.getAndSet(ended);
                if (REQUESTS.incrementAndGet() > 50 && rest > REST_NANOS) {
                    Runtime.getRuntime().halt(3); // in the first slice after a rest
                }
                out.write(HELLO);
            }
            case "lopsided" -> {
                // every second of the first ten requests outlasts the window
                int nth = REQUESTS.incrementAndGet();
                Thread.sleep(nth <= 10 && nth % 2 == 0 ? 60_000 : WAIT_MILLIS);
                out.write(HELLO);
            }
            case "diligent" -> {
                out.write(HELLO);
                Thread.startVirtualThread(() -> continueWork(since));
                return;
            }
            case "tiring" -> {
                // slower by 10 ms with each second
                Thread.sleep(50 + (since - START) / 100_000_000);
                out.write(HELLO);
            }
            default -> throw new IllegalArgumentException(model);
        }
        count(since);
    }

    /// Computes for 0.3 ms, 300 ms after the response.
    private static void computeLater() {
        LockSupport.parkNanos(300_000_000);
        long end = System.nanoTime() + 300_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /// Work that continues after the response.
    private static void continueWork(long since) {
        try {
            Thread.sleep(10 * WAIT_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        count(since);
    }

    private static void count(long since) {
        NANOS.add(System.nanoTime() - since);
        HANDLED.increment();
    }

    private static byte[] stats() {
        var counts = "0 0 %d %d".formatted(HANDLED.sum(), NANOS.sum());
        return "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(counts.length(), counts)
                .getBytes(US_ASCII);
    }

    /// The request of another client for each of the load generator: the response to the latter
    /// waits for it, so the server handles twice as many at any time.
    private static void requestByAnotherClient(int port) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("GET /other HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
            socket.getInputStream().readNBytes(HELLO.length);
        }
    }

    /// Empty at the end of the stream.
    private static String head(InputStream in) throws IOException {
        var head = new StringBuilder();
        for (int b = in.read(); b >= 0; b = in.read()) {
            head.append((char) b);
            if (b == '\n' && head.length() > 3 && head.charAt(head.length() - 3) == '\n') {
                return head.toString();
            }
        }
        return "";
    }
}
