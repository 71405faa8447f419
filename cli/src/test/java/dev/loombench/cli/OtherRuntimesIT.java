package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Services that are no JVM, or that a script or a package manager starts: their CPU, memory and
/// threads are those of all their processes.
@Tag("nightly")
class OtherRuntimesIT extends ServiceFixture {
    private static final String NODE =
            """
            require('http').createServer((request, response) => {
              response.setHeader('Content-Type', 'text/plain');
              response.end('hello\\n');
            }).listen(process.argv[2] || process.env.PORT, '127.0.0.1');
            """;

    /// Without `net/http`, whose first compilation takes 48 s of CPU.
    private static final String GO =
            """
            package main

            import (
            	"bufio"
            	"net"
            	"os"
            )

            const response = "HTTP/1.1 200 OK\\r\\nContent-Type: text/plain\\r\\nContent-Length: 6\\r\\n\\r\\nhello\\n"

            func serve(connection net.Conn) {
            	defer connection.Close()
            	reader := bufio.NewReader(connection)
            	for {
            		line, err := reader.ReadString('\\n')
            		if err != nil {
            			return
            		}
            		if line == "\\r\\n" {
            			connection.Write([]byte(response))
            		}
            	}
            }

            func main() {
            	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
            	if err != nil {
            		panic(err)
            	}
            	for {
            		connection, err := listener.Accept()
            		if err != nil {
            			panic(err)
            		}
            		go serve(connection)
            	}
            }
            """;

    private static void require(String program) {
        var folders = System.getenv("PATH").split(File.pathSeparator, -1);
        assumeTrue(
                Stream.of(folders).anyMatch(f -> Files.isExecutable(Path.of(f, program))),
                program + " is not on the PATH");
    }

    private Path script(String text) throws IOException {
        var file = Files.writeString(folder.resolve("start.sh"), "#!/bin/sh\n" + text + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    /// @param variant its name and command
    private JsonNode compared(String variant) throws IOException {
        int code = compareQuickly("jvm=" + app, variant, "--path", "/hello");
        assertThat(out.toString()).as("exit code %d: %s", code, err).isNotEmpty();
        var measured = json().at("/variants/1");
        assertThat(measured.at("/trialsCompleted").asInt()).isEqualTo(2);
        assertThat(measured.at("/cpuPerRequestMicros").asDouble()).isPositive();
        return measured;
    }

    @Test
    void a_script_that_starts_a_jvm() throws IOException {
        var measured = compared("script=%s {port}".formatted(script(app + " --port $1")));
        assertThat(measured.at("/peakRssBytes").asLong()).isGreaterThan(20 << 20);
        assertThat(measured.at("/threads").asInt()).isGreaterThan(10);
        assertThat(measured.at("/diagnostics").toString()).contains("platform");
    }

    /// npm and its server are each a process of Node with at least five threads, beside a shell.
    @Test
    void a_server_that_npm_starts() throws IOException {
        require("npm");
        Files.writeString(folder.resolve("server.js"), NODE);
        Files.writeString(
                folder.resolve("package.json"), "{\"scripts\": {\"start\": \"node server.js\"}}");
        var measured = compared("npm=npm --prefix %s start".formatted(folder));
        assertThat(measured.at("/peakRssBytes").asLong()).isGreaterThan(80 << 20);
        assertThat(measured.at("/threads").asInt()).isGreaterThan(10);
    }

    @Test
    void a_server_of_node_itself() throws IOException {
        require("node");
        var server = Files.writeString(folder.resolve("server.js"), NODE);
        var measured = compared("node=node %s {port}".formatted(server));
        assertThat(measured.at("/peakRssBytes").asLong()).isGreaterThan(20 << 20);
        assertThat(measured.at("/threads").asInt()).isBetween(5, 30);
    }

    @Test
    void a_server_of_go() throws Exception {
        require("go");
        var source = Files.writeString(folder.resolve("main.go"), GO);
        var program = folder.resolve("shop");
        var builder =
                new ProcessBuilder("go", "build", "-o", program.toString(), source.toString())
                        .inheritIO();
        builder.environment().put("CGO_ENABLED", "0");
        var build = builder.start();
        assertThat(build.waitFor()).isZero();
        var measured = compared("go=%s {port}".formatted(program));
        assertThat(measured.at("/peakRssBytes").asLong()).isGreaterThan(1 << 20);
        assertThat(measured.at("/threads").asInt()).isBetween(2, 40);
    }
}
