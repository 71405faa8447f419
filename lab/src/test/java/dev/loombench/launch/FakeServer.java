package dev.loombench.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A server that misbehaves as its model says. It runs in a process of its own, from a jar that
/// holds nothing else.
final class FakeServer {
    private FakeServer() {}

    public static void main(String[] args) throws Exception {
        leaveWhenInputCloses();
        var options = List.of(args);
        int port = Integer.parseInt(options.get(options.indexOf("--port") + 1));
        switch (options.get(options.indexOf("--model") + 1)) {
            case "good" -> accept(port);
            case "dies" -> {
                System.err.println("cannot go on");
                System.exit(7);
            }
            case "hangs" -> sleepForever();
            case "deaf" -> {
                ignoreSigterm();
                accept(port);
            }
            case "rubbish" -> {
                System.out.write("\u001b[2Jnot ready\u0007\n\u0000\u0001".getBytes(US_ASCII));
                System.out.flush();
                System.out.close(); // nobody needs to guess how long it takes to start
                sleepForever();
            }
            case "flood" -> {
                flood();
                accept(port);
            }
            case "floods-for-ever" -> {
                while (true) {
                    flood();
                }
            }
            case "wrong-port" -> {
                System.out.println("READY port=1");
                sleepForever();
            }
            case "other-port" -> accept(0);
            case "garbled" -> {
                System.out.println("READY port=none");
                sleepForever();
            }
            case "forgetful" -> {
                System.out.println("READY port=1");
                System.exit(3);
            }
            case "mute" -> {
                System.out.close();
                sleepForever();
            }
            case "hoarder" -> hoard();
            case "zombie" -> {
                ignoreSigterm();
                var door = open(port);
                door.accept().close();
                System.err.println("Exception in thread \"x\" java.lang.OutOfMemoryError: heap");
                sleepForever();
            }
            case "fragile" -> {
                open(port).accept().close();
                System.exit(9);
            }
            case "parent" -> {
                var child = new ProcessBuilder("sleep", "600").inheritIO().start();
                System.out.println("child " + child.pid());
                accept(port);
            }
            case "curious" -> {
                System.out.println("folder " + Path.of("").toAbsolutePath());
                System.out.println("LOOMBENCH_WORD " + System.getenv("LOOMBENCH_WORD"));
                System.out.println("options " + String.join(" ", options));
                var file = Files.createTempFile("curious", null);
                System.out.println("temporary " + file.toRealPath());
                accept(port);
            }
            default -> throw new IllegalArgumentException(options.toString());
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

    private static void accept(int port) throws IOException {
        try (var door = open(port)) {
            while (true) {
                door.accept().close();
            }
        }
    }

    private static ServerSocket open(int port) throws IOException {
        var door = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        System.out.println("READY port=" + door.getLocalPort());
        return door;
    }

    private static void sleepForever() throws InterruptedException {
        Thread.sleep(Long.MAX_VALUE);
    }

    /// A hook that never ends keeps the JVM from leaving.
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
    private static void flood() {
        var chunk = "x".repeat(1 << 16).getBytes(US_ASCII);
        for (int i = 0; i < 320; i++) {
            System.out.write(chunk, 0, chunk.length);
        }
        System.out.println();
    }

    private static void hoard() {
        var hoard = new Object[0];
        while (hoard.length < 3) {
            hoard = new Object[] {hoard, new byte[1 << 20]};
        }
    }
}
