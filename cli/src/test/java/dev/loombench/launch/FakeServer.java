package dev.loombench.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A server that misbehaves as its model says. It runs in its own process, from a jar with no other
/// class.
final class FakeServer {
    private FakeServer() {}

    public static void main(String[] args) throws Exception {
        haltWhenInputCloses();
        var options = List.of(args);
        int port = Integer.parseInt(options.get(options.indexOf("--port") + 1));
        switch (options.get(options.indexOf("--model") + 1)) {
            case "good" -> accept(port);
            case "dies" -> {
                System.err.println("cannot go on");
                System.exit(7);
            }
            case "hangs" -> sleepForever();
            case "ignores-sigterm" -> {
                ignoreSigterm();
                accept(port);
            }
            case "prints-controls" -> {
                System.out.write("\u001b[2Jnot ready\u0007\n\u0000\u0001".getBytes(US_ASCII));
                System.out.flush();
                System.out.close(); // so that the test need not wait for the time limit
                sleepForever();
            }
            case "long-line" -> {
                printLongLine();
                accept(port);
            }
            case "long-lines-forever" -> {
                while (true) {
                    printLongLine();
                }
            }
            case "not-listening" -> {
                System.out.println("READY port=1");
                sleepForever();
            }
            case "other-port" -> accept(0);
            case "malformed-ready" -> {
                System.out.println("READY port=none");
                sleepForever();
            }
            case "dies-after-ready" -> {
                System.out.println("READY port=1");
                Runtime.getRuntime().halt(3); // at once
            }
            case "closes-output" -> {
                System.out.close();
                sleepForever();
            }
            case "out-of-memory" -> fillHeap();
            case "out-of-memory-later" -> {
                ignoreSigterm();
                var listener = open(port);
                listener.accept().close();
                System.err.println("Exception in thread \"x\" java.lang.OutOfMemoryError: heap");
                sleepForever();
            }
            case "dies-on-connection" -> {
                open(port).accept().close();
                System.exit(9);
            }
            case "starts-child" -> {
                var child = new ProcessBuilder("sleep", "600").inheritIO().start();
                System.out.println("child " + child.pid());
                accept(port);
            }
            case "prints-environment" -> {
                System.out.println("folder " + Path.of("").toAbsolutePath());
                System.out.println("LOOMBENCH_WORD " + System.getenv("LOOMBENCH_WORD"));
                System.out.println("options " + String.join(" ", options));
                var file = Files.createTempFile("prints-environment", null);
                System.out.println("temporary " + file.toRealPath());
                accept(port);
            }
            default -> throw new IllegalArgumentException(options.toString());
        }
    }

    private static void haltWhenInputCloses() {
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

    private static void accept(int port) throws IOException {
        try (var listener = open(port)) {
            while (true) {
                listener.accept().close();
            }
        }
    }

    private static ServerSocket open(int port) throws IOException {
        var listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        System.out.println("READY port=" + listener.getLocalPort());
        return listener;
    }

    private static void sleepForever() throws InterruptedException {
        Thread.sleep(Long.MAX_VALUE);
    }

    /// A shutdown hook that never ends keeps the JVM alive.
    private static void ignoreSigterm() {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() -> {
                            while (true) {
                                Thread.onSpinWait();
                            }
                        }));
    }

    /// 20 MiB in one line.
    private static void printLongLine() {
        var chunk = "x".repeat(1 << 16).getBytes(US_ASCII);
        for (int i = 0; i < 320; i++) {
            System.out.write(chunk, 0, chunk.length);
        }
        System.out.println();
    }

    private static void fillHeap() {
        var heap = new Object[0];
        while (heap.length < 3) {
            heap = new Object[] {heap, new byte[1 << 20]};
        }
    }
}
