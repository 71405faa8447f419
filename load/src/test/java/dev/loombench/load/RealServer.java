package dev.loombench.load;

import static java.util.Objects.requireNonNull;

import dev.loombench.load.tls.TlsIdentity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.opentest4j.TestAbortedException;

/// A server of others as a process, on a port of its own. A test of one that is not installed is
/// aborted.
record RealServer(Process process, InetSocketAddress address) implements AutoCloseable {
    private static final String SCRIPT = "/peers/server.mjs";
    private static final long START_LIMIT_NANOS = 20_000_000_000L;

    /// Its product.
    enum Kind {
        NODE,
        NGINX,
        CADDY;

        /// Whether it ends a connection of HTTP/2 after 100 requests.
        boolean endsConnections() {
            return this != CADDY;
        }
    }

    /// What it speaks.
    enum Mode {
        HTTP1,
        HTTPS,
        H2C,
        H2;

        boolean isSecured() {
            return this == HTTPS || this == H2;
        }

        boolean isHttp2() {
            return this == H2C || this == H2;
        }
    }

    /// Starts it.
    ///
    /// @param folder for its files
    /// @param identity with TLS
    static RealServer start(Kind kind, Mode mode, Path folder, TlsIdentity identity)
            throws IOException, InterruptedException, URISyntaxException {
        var key = identity.keyFile(folder, "server.key");
        var certificate = identity.certificateFile(folder, "server.pem");
        return switch (kind) {
            case NODE -> node(mode, key, certificate);
            case NGINX -> nginx(mode, folder, key, certificate);
            case CADDY -> caddy(mode, folder, key, certificate);
        };
    }

    private static RealServer node(Mode mode, Path key, Path certificate)
            throws IOException, URISyntaxException {
        var script = Path.of(requireNonNull(RealServer.class.getResource(SCRIPT)).toURI());
        var command =
                new ArrayList<>(
                        List.of("node", script.toString(), mode.name().toLowerCase(Locale.ROOT)));
        if (mode.isSecured()) {
            command.addAll(List.of(key.toString(), certificate.toString()));
        }
        var process = started(command);
        var port = process.inputReader().readLine();
        if (port == null) {
            throw new IOException("Node.js has ended without a port");
        }
        return new RealServer(process, address(Integer.parseInt(port)));
    }

    private static RealServer nginx(Mode mode, Path folder, Path key, Path certificate)
            throws IOException, InterruptedException {
        int port = Listener.freePort();
        var parameters = (mode.isSecured() ? " ssl" : "") + (mode.isHttp2() ? " http2" : "");
        var secured =
                mode.isSecured()
                        ? "ssl_certificate %s; ssl_certificate_key %s;".formatted(certificate, key)
                        : "";
        var configuration =
                """
                daemon off;
                worker_processes 1;
                pid FOLDER/nginx.pid;
                error_log stderr;
                events { worker_connections 1000; }
                http {
                    access_log off;
                    client_body_temp_path FOLDER/body;
                    proxy_temp_path FOLDER/proxy;
                    fastcgi_temp_path FOLDER/fastcgi;
                    uwsgi_temp_path FOLDER/uwsgi;
                    scgi_temp_path FOLDER/scgi;
                    keepalive_requests 100;
                    server {
                        listen 127.0.0.1:%d%s;
                        %s
                        location / { return 200 "Hello world!"; }
                    }
                }
                """
                        .formatted(port, parameters, secured)
                        .replace("FOLDER", folder.toString());
        var file = Files.writeString(folder.resolve("nginx.conf"), configuration);
        return listening(
                started(List.of("nginx", "-p", folder.toString(), "-c", file.toString())), port);
    }

    private static RealServer caddy(Mode mode, Path folder, Path key, Path certificate)
            throws IOException, InterruptedException {
        int port = Listener.freePort();
        var configuration =
                """
                {
                    admin off
                    auto_https disable_redirects
                    storage file_system FOLDER
                    grace_period 1s
                    servers {
                        protocols h1 h2 h2c
                    }
                }
                %s://:%d {
                    bind 127.0.0.1
                    %s
                    respond "Hello world!"
                }
                """
                        .formatted(
                                mode.isSecured() ? "https" : "http",
                                port,
                                mode.isSecured() ? "tls %s %s".formatted(certificate, key) : "")
                        .replace("FOLDER", folder.toString());
        var file = Files.writeString(folder.resolve("Caddyfile"), configuration);
        return listening(
                started(List.of("caddy", "run", "--adapter", "caddyfile", "--config", "" + file)),
                port);
    }

    private static RealServer listening(Process process, int port)
            throws IOException, InterruptedException {
        var server = new RealServer(process, address(port));
        boolean listens = false;
        try {
            server.awaitListener();
            listens = true;
        } finally {
            if (!listens) {
                server.close();
            }
        }
        return server;
    }

    private static Process started(List<String> command) {
        try {
            return new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException missing) {
            throw new TestAbortedException(command.getFirst() + " is not installed", missing);
        }
    }

    /// The port under the name that the certificate has.
    private static InetSocketAddress address(int port) throws IOException {
        var loopback = InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
        return new InetSocketAddress(loopback, port);
    }

    private void awaitListener() throws IOException, InterruptedException {
        long end = System.nanoTime() + START_LIMIT_NANOS;
        while (!listens()) {
            if (!process.isAlive() || System.nanoTime() - end > 0) {
                throw new IOException("the server does not listen at " + address);
            }
            Thread.sleep(10);
        }
    }

    private boolean listens() {
        try (var _ = new Socket(address.getAddress(), address.getPort())) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
