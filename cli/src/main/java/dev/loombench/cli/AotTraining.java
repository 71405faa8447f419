package dev.loombench.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;

/// The training run for the launcher's AOT cache.
///
/// The JVM loads all classes of the cache at its start, so the run covers only frequent commands.
public final class AotTraining {
    private AotTraining() {}

    public static void main(String... unused) throws IOException, ClassNotFoundException {
        Class.forName("dev.loombench.Main"); // in a higher layer
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        RootCommand.execute("--help");
        RootCommand.execute("list");
        RootCommand.execute("list", "quickstart");
        load();
    }

    private static void load() throws IOException {
        var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var server = HttpServer.create(anyPort, 0);
        server.createContext(
                "/",
                exchange -> {
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        server.start();
        var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        RootCommand.execute("load", "-c", "2", "-d", "300ms", url);
        server.stop(0);
    }
}
