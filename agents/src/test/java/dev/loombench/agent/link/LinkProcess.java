package dev.loombench.agent.link;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A process with one end of a connection on loopback, until its standard input ends: `listen`,
/// without a key, or `join PORT KEYFILE`. It prints a line once it is open: its port. It sends each
/// byte of its standard input to the first member.
public final class LinkProcess {
    private LinkProcess() {}

    /// @param limit words before the command, as of a shell that lowers a limit
    public static Process start(List<String> limit, String... words) throws IOException {
        var command = new ArrayList<>(limit);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(LinkProcess.class.getName());
        command.addAll(List.of(words));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /// The port that it prints, once it is open.
    public static int port(Process process) throws IOException {
        return Integer.parseInt(process.inputReader().readLine());
    }

    public static void main(String[] args) throws Exception {
        var loopback = InetAddress.getLoopbackAddress();
        var received = new ReceivedMessages();
        try (var end =
                args[0].equals("listen")
                        ? LinkEnd.listen(
                                new InetSocketAddress(loopback, 0),
                                Optional.empty(),
                                received,
                                new GuardedSockets.Limits(Strangers.most(), Duration.ofHours(1)))
                        : LinkEnd.connect(
                                new InetSocketAddress(loopback, Integer.parseInt(args[1])),
                                Optional.of(KeyFile.read(Path.of(args[2]))),
                                received)) {
            System.out.println(end.port());
            for (int b = System.in.read(); b >= 0; b = System.in.read()) {
                end.send(end.first(), new byte[] {(byte) b});
            }
            System.exit(0);
        }
    }
}
