package dev.loombench.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loombench.load.Listener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// The cases of the Autobahn test suite for clients, but for those of compression, which is not
/// offered. The suite is a Python 2 package, which is installed below `target`. Run with
/// `-Dloombench.proof=long`; skipped where it cannot be installed.
@EnabledIfSystemProperty(named = "loombench.proof", matches = "long")
class AutobahnTest {
    private static final String PYTHON = "python2.7";
    private static final String PACKAGE = "autobahntestsuite==25.10.1";
    private static final Path INSTALLED = Path.of("target/autobahn").toAbsolutePath();
    private static final String AGENT = "loombench";

    /// What the suite calls a client that may be as it is.
    private static final List<String> PASSED = List.of("OK", "NON-STRICT", "INFORMATIONAL");

    @TempDir private Path folder;

    @BeforeAll
    static void install() throws Exception {
        if (!Files.isDirectory(INSTALLED.resolve("autobahntestsuite"))) {
            var log = Files.createTempFile("autobahn", ".txt");
            var pip =
                    new ProcessBuilder(
                            PYTHON,
                            "-m",
                            "pip",
                            "install",
                            "-q",
                            "--target",
                            INSTALLED.toString(),
                            PACKAGE);
            int code = started(pip.redirectErrorStream(true).redirectOutput(log.toFile()));
            var said = Files.readString(log);
            Files.delete(log);
            assumeTrue(code == 0, () -> PACKAGE + ": " + said);
        }
    }

    /// -1 where there is no such program.
    private static int started(ProcessBuilder builder) throws InterruptedException {
        try {
            return builder.start().waitFor();
        } catch (IOException missing) {
            return -1;
        }
    }

    @Test
    void every_case_is_passed() throws Exception {
        int port = Listener.freePort();
        var log = folder.resolve("server.txt");
        var server = server(port, log);
        try {
            int cases = Integer.parseInt(firstText(port, "/getCaseCount", log, server));
            assertThat(cases).isGreaterThan(200);
            var failed = new TreeMap<String, String>();
            for (int i = 1; i <= cases; i++) {
                try (var client =
                        new EchoClient(port, "/runCase?case=%d&agent=%s".formatted(i, AGENT))) {
                    client.echo();
                }
                var behavior =
                        json(port, "/getCaseStatus?case=%d&agent=%s".formatted(i, AGENT))
                                .get("behavior");
                if (!PASSED.contains(String.valueOf(behavior))) {
                    failed.put(
                            String.valueOf(json(port, "/getCaseInfo?case=" + i).get("id")),
                            String.valueOf(behavior));
                }
            }
            assertThat(failed).isEmpty();
        } finally {
            server.destroy();
            assertThat(server.waitFor(5, TimeUnit.MINUTES)).isTrue();
        }
    }

    private Process server(int port, Path log) throws IOException {
        var spec =
                """
                {"url": "ws://127.0.0.1:%d", "webport": %d, "outdir": "%s",
                 "cases": ["*"], "exclude-cases": ["12.*", "13.*"], "exclude-agent-cases": {}}
                """
                        .formatted(port, Listener.freePort(), folder.resolve("reports"));
        var file = Files.writeString(folder.resolve("spec.json"), spec);
        var builder =
                new ProcessBuilder(
                                PYTHON,
                                "-c",
                                // not PYTHONPATH: packages with a common parent need their .pth
                                // files
                                "import site; site.addsitedir('%s'); from autobahntestsuite.wstest import run; run()"
                                        .formatted(INSTALLED),
                                "-m",
                                "fuzzingserver",
                                "-s",
                                file.toString())
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        return builder.start();
    }

    /// Waits until the server listens.
    private static String firstText(int port, String path, Path log, Process server)
            throws Exception {
        while (true) {
            try {
                return text(port, path);
            } catch (IOException notYet) {
                assertThat(server.isAlive()).as(Files.readString(log)).isTrue();
                Thread.sleep(100);
            }
        }
    }

    private static String text(int port, String path) throws IOException {
        try (var client = new EchoClient(port, path)) {
            return client.text();
        }
    }

    private static Map<?, ?> json(int port, String path) throws IOException {
        return JsonMapper.shared().readValue(text(port, path), Map.class);
    }
}
