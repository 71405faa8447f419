package dev.loombench.zoo.echo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.UsageException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadFactory;

/// An echo server: each connection has its own thread, which blocks for a line and sends it back.
public final class EchoServer {
    private EchoServer() {}

    public static void main(String[] args) {
        ServerMain.run(args, EchoServer::start);
    }

    private static int start(Options options) throws IOException {
        var threads = threads(options.model());
        var server = new ServerSocket();
        server.bind(options.address(), Options.BACKLOG);
        Thread.ofPlatform().name("accept").start(() -> accept(server, threads));
        return server.getLocalPort();
    }

    private static ThreadFactory threads(String model) {
        return switch (model) {
            case "thread-per-connection" -> Thread.ofPlatform().name("echo-", 0).factory();
            case "virtual" -> Thread.ofVirtual().name("echo-", 0).factory();
            default -> throw UsageException.unknownModel(model, "thread-per-connection", "virtual");
        };
    }

    private static void accept(ServerSocket server, ThreadFactory threads) {
        try {
            while (true) {
                var connection = server.accept();
                threads.newThread(() -> echo(connection)).start();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot accept connections any more", e);
        }
    }

    private static void echo(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            var in = new BufferedReader(new InputStreamReader(connection.getInputStream(), UTF_8));
            var out = connection.getOutputStream();
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                out.write((line + "\n").getBytes(UTF_8));
            }
        } catch (IOException clientLeft) {
            // The client closed the connection: this thread ends.
            return;
        }
    }
}
