package dev.loombench.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanInfo;
import javax.management.ObjectName;

/// A server that gives cause to doubt, as its model says. It runs in a process of its own, from a
/// jar that holds nothing else.
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
                    "brittle");

    private static final int WAIT_MILLIS = 20;
    private static final int MOST_ACCEPTED = 20;
    private static final byte[] HELLO =
            "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nHello world!".getBytes(US_ASCII);
    private static final byte[] SORRY =
            "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII);

    /// A hundred thousand chunks of one byte: cheap to send, dear to read.
    private static final byte[] CHUNKS =
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + "1\r\nx\r\n".repeat(100_000)
                            + "0\r\n\r\n")
                    .getBytes(US_ASCII);

    private static final long START = System.nanoTime();
    private static final Semaphore FOUR = new Semaphore(4);
    private static final AtomicInteger REQUESTS = new AtomicInteger();
    private static final LongAdder LEFT = new LongAdder();
    private static final LongAdder NANOS = new LongAdder();

    /// The requests that are the other client's to send: one for each that is not its own.
    private static final Semaphore TURNS = new Semaphore(0);

    /// Live as long as the server: most of its small heap.
    private static final byte[][] KEPT = new byte[160_000][];

    private ProvokingServer() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        leaveWhenInputCloses();
        var options = List.of(args);
        var model = options.get(options.indexOf("--model") + 1);
        if (model.equals("hoarding")) {
            for (int i = 0; i < KEPT.length; i++) {
                KEPT[i] = new byte[64];
            }
        }
        if (model.equals("brittle")) {
            dieOfListingThreads();
        }
        boolean cramped = model.equals("cramped");
        boolean full = model.equals("full");
        int backlog = cramped || full ? 2 : 1_000;
        try (var door = new ServerSocket(0, backlog, InetAddress.getLoopbackAddress())) {
            System.out.println("READY port=" + door.getLocalPort());
            if (model.equals("shared")) {
                Thread.startVirtualThread(() -> beAnotherClient(door.getLocalPort()));
            }
            for (int accepted = 0; ; accepted++) {
                if (cramped) {
                    Thread.sleep(WAIT_MILLIS);
                }
                if (full && accepted == MOST_ACCEPTED) {
                    Thread.currentThread().join(); // for ever
                }
                var socket = door.accept();
                socket.setTcpNoDelay(true);
                Thread.startVirtualThread(() -> serve(socket, model));
            }
        }
    }

    /// In the place of the JVM's own bean for that stands one that ends the JVM.
    private static void dieOfListingThreads() {
        var loader = ProvokingServer.class.getClassLoader();
        InvocationHandler deadly =
                (bean, method, arguments) -> {
                    if (method.getName().equals("invoke")) {
                        Runtime.getRuntime().halt(134);
                    }
                    return new MBeanInfo("none", "ends the JVM", null, null, null, null);
                };
        var bean = Proxy.newProxyInstance(loader, new Class<?>[] {DynamicMBean.class}, deadly);
        try {
            var beans = ManagementFactory.getPlatformMBeanServer();
            var name = new ObjectName("com.sun.management:type=HotSpotDiagnostic");
            beans.unregisterMBean(name);
            beans.registerMBean(bean, name);
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void leaveWhenInputCloses() {
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
                    out.write(inside());
                } else {
                    handle(model, out);
                    TURNS.release(head.startsWith("GET /other ") ? 0 : 1);
                }
            }
        } catch (IOException | InterruptedException _) {
            // The client went away.
        }
    }

    private static void handle(String model, OutputStream out)
            throws IOException, InterruptedException {
        long since = System.nanoTime();
        switch (model) {
            case "hidden-pool" -> {
                FOUR.acquire();
                Thread.sleep(WAIT_MILLIS);
                FOUR.release();
                out.write(HELLO);
            }
            case "choosy" -> {
                Thread.sleep(WAIT_MILLIS);
                out.write(REQUESTS.incrementAndGet() % 10 == 0 ? SORRY : HELLO);
            }
            case "hoarding" -> {
                KEPT[REQUESTS.incrementAndGet() % KEPT.length] = new byte[64];
                out.write(new byte[200_000].length > 0 ? HELLO : SORRY);
            }
            case "talkative" -> out.write(CHUNKS);
            case "shared", "cramped", "full", "brittle" -> {
                Thread.sleep(WAIT_MILLIS);
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
                Thread.startVirtualThread(() -> goOn(since));
                return;
            }
            case "tiring" -> {
                // slower by 20 ms with each second
                Thread.sleep(10 + (since - START) / 50_000_000);
                out.write(HELLO);
            }
            default -> throw new IllegalArgumentException(model);
        }
        leave(since);
    }

    /// Work that goes on after the answer.
    private static void goOn(long since) {
        try {
            Thread.sleep(10 * WAIT_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        leave(since);
    }

    private static void leave(long since) {
        NANOS.add(System.nanoTime() - since);
        LEFT.increment();
    }

    private static byte[] inside() {
        var told = "0 0 %d %d".formatted(LEFT.sum(), NANOS.sum());
        return "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(told.length(), told)
                .getBytes(US_ASCII);
    }

    /// Ten users more, in step with those of the load engine.
    private static void beAnotherClient(int port) {
        for (int i = 0; i < 10; i++) {
            Thread.startVirtualThread(() -> {
                try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    while (true) {
                        TURNS.acquire();
                        socket.getOutputStream()
                                .write("GET /other HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
                        socket.getInputStream().readNBytes(HELLO.length);
                    }
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
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
