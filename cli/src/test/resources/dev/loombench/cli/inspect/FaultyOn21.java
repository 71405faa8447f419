import java.io.FileInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/// A service for JDK 21 with one fault, which its argument names. Prints `READY`, and ends with its
/// input. Compiled by the test that runs it.
public final class FaultyOn21 {
    private static final int THREADS = 40;

    /// More than the JDK adds carriers for.
    private static final int CROWD = 300;

    private static final Object NEVER = new Object();

    static volatile long computed;
    static volatile ServerSocket partner;
    static final List<byte[]> LIVE = new ArrayList<>();
    static volatile byte[] garbage = {};

    private FaultyOn21() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("collections")) {
            fillHeap();
        }
        if (args[0].equals("socket")) {
            partner = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            Thread.ofPlatform().daemon().start(FaultyOn21::reply);
        }
        if (args[0].equals("silent")) {
            partner = new ServerSocket(0, THREADS, InetAddress.getLoopbackAddress());
        }
        int threads =
                switch (args[0]) {
                    case "crowd" -> CROWD;
                    case "platform" -> 0;
                    default -> THREADS;
                };
        for (int i = 0; i < threads; i++) {
            Thread.ofVirtual().start(() -> serve(args));
        }
        System.out.println("READY");
        while (System.in.read() >= 0) {
            // until the test ends
        }
    }

    private static void serve(String[] args) {
        while (true) {
            try {
                switch (args[0]) {
                    case "healthy" -> Thread.sleep(50);
                    case "pinned" -> callWithinSynchronized(20);
                    case "endless" -> callWithinSynchronized(600_000);
                    case "wait", "crowd" -> awaitNotification();
                    case "socket" -> callPartner();
                    case "silent" -> awaitPartner();
                    case "hog" -> computeForever();
                    case "file" -> readForever(args[1]);
                    case "collections" -> allocate();
                    default -> throw new IllegalArgumentException(args[0]);
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void callWithinSynchronized(long millis) throws InterruptedException {
        synchronized (new Object()) {
            Thread.sleep(millis);
        }
    }

    /// As of a pool that has nothing left.
    private static void awaitNotification() throws InterruptedException {
        synchronized (NEVER) {
            NEVER.wait();
        }
    }

    private static void callPartner() throws Exception {
        synchronized (new Object()) {
            try (var connection =
                    new Socket(InetAddress.getLoopbackAddress(), partner.getLocalPort())) {
                connection.getOutputStream().write(1);
                computed = connection.getInputStream().read();
            }
        }
    }

    /// It never replies.
    private static void awaitPartner() throws Exception {
        try (var connection =
                new Socket(InetAddress.getLoopbackAddress(), partner.getLocalPort())) {
            computed = connection.getInputStream().read();
        }
    }

    private static void reply() {
        while (true) {
            try (var connection = partner.accept()) {
                int request = connection.getInputStream().read();
                Thread.sleep(20);
                connection.getOutputStream().write(request);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /// Three quarters of it live, in small objects.
    private static void fillHeap() {
        long objects = Runtime.getRuntime().maxMemory() * 3 / 4 / 128;
        for (long i = 0; i < objects; i++) {
            LIVE.add(new byte[104]); // 128 bytes with its header and a reference
        }
    }

    private static void allocate() {
        for (int i = 0; i < 20; i++) {
            garbage = new byte[10_000];
        }
        Thread.yield();
    }

    private static void computeForever() {
        while (true) {
            Thread.onSpinWait();
        }
    }

    /// Nothing is ever written to the pipe.
    private static void readForever(String pipe) throws Exception {
        try (var in = new FileInputStream(pipe)) {
            computed = in.read();
        }
    }
}
