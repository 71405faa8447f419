package dev.loombench.cli.agent;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;

/// One end of a TCP path through a Unix socket, which two network namespaces share: `front` accepts
/// TCP connections at an address that the program at the `back` has too, so that neither notices.
/// The front delays what passes, and stalls the direction for a retransmission where a segment
/// would have been lost.
///
/// Arguments: `front` or `back`, host, port, path of the Unix socket, delay of each direction in
/// ms, share of segments lost in percent.
final class SlowPath {
    /// Linux retransmits after at least 200 ms, and after the round trip.
    private static final long RETRANSMISSION_MILLIS = 250;

    private final long delayMillis;
    private final double lossPercent;

    private record Segment(ByteBuffer bytes, long atNanos) {}

    private SlowPath(long delayMillis, double lossPercent) {
        this.delayMillis = delayMillis;
        this.lossPercent = lossPercent;
    }

    public static void main(String[] args) throws IOException {
        var path = new SlowPath(Long.parseLong(args[4]), Double.parseDouble(args[5]));
        var tcp = new InetSocketAddress(args[1], Integer.parseInt(args[2]));
        var unix = UnixDomainSocketAddress.of(Path.of(args[3]));
        boolean front = args[0].equals("front");
        try (var listener =
                front
                        ? ServerSocketChannel.open()
                        : ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(front ? tcp : unix);
            System.out.println("READY");
            while (true) {
                path.connect(listener.accept(), front ? unix : tcp);
            }
        }
    }

    private void connect(SocketChannel from, SocketAddress address) {
        Thread.ofVirtual()
                .start(() -> {
                    try (from;
                            var to = SocketChannel.open(address)) {
                        noDelay(from);
                        noDelay(to);
                        var back = Thread.ofVirtual().start(() -> copy(to, from));
                        copy(from, to);
                        back.join();
                    } catch (IOException | InterruptedException e) {
                        System.err.println("the path ends: " + e);
                    }
                });
    }

    private static void noDelay(SocketChannel channel) throws IOException {
        if (channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
    }

    /// Copies one direction until its end, and then closes the other end.
    private void copy(SocketChannel from, SocketChannel to) {
        var segments = new LinkedBlockingQueue<Segment>();
        var writer = Thread.ofVirtual().start(() -> write(segments, to));
        var random = new Random(1);
        long earliest = System.nanoTime();
        try {
            while (true) {
                var buffer = ByteBuffer.allocate(1_460);
                boolean ends = from.read(buffer) < 0;
                long delay = delayMillis;
                if (delayMillis > 0 && 100 * random.nextDouble() < lossPercent) {
                    delay += RETRANSMISSION_MILLIS;
                }
                // Later segments wait for the one that is sent again.
                long at = Math.max(earliest, System.nanoTime() + MILLISECONDS.toNanos(delay));
                earliest = at;
                segments.add(new Segment(buffer.flip(), at));
                if (ends) {
                    break;
                }
            }
        } catch (IOException reset) {
            segments.add(new Segment(ByteBuffer.allocate(0), earliest));
        }
        join(writer);
    }

    private static void write(LinkedBlockingQueue<Segment> segments, SocketChannel to) {
        try {
            while (true) {
                var segment = segments.take();
                long wait = segment.atNanos() - System.nanoTime();
                if (wait > 0) {
                    Thread.sleep(Duration.ofNanos(wait));
                }
                if (!segment.bytes().hasRemaining()) {
                    to.shutdownOutput();
                    return;
                }
                while (segment.bytes().hasRemaining()) {
                    to.write(segment.bytes());
                }
            }
        } catch (ClosedChannelException ended) {
            // the other direction has closed it
        } catch (IOException | InterruptedException e) {
            System.err.println("the path ends: " + e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
