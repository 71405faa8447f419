package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.launch.Zoo;
import dev.loombench.spec.Variant;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.yaml.SpecReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock("System.in")
class InitCommandTest {
    @TempDir Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int init(String answers, String... words) {
        var before = System.in;
        System.setIn(new ByteArrayInputStream(answers.getBytes(StandardCharsets.UTF_8)));
        try {
            var all = new String[words.length + 1];
            all[0] = "init";
            System.arraycopy(words, 0, all, 1, words.length);
            return RootCommand.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
                    .execute(all);
        } finally {
            System.setIn(before);
        }
    }

    /// @param framework an entry by which a framework is detected
    private String jar(String... framework) throws IOException {
        var file = folder.resolve("shop.jar");
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (framework.length > 0) {
            manifest.getMainAttributes().putValue("Spring-Boot-Version", "3.5.16");
        }
        try (var jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (var entry : framework) {
                jar.putNextEntry(new JarEntry(entry));
                jar.closeEntry();
            }
        }
        return file.toString();
    }

    @Test
    void three_answers_make_an_experiment() throws IOException {
        var app = jar("BOOT-INF/lib/tomcat-embed-core-10.1.55.jar");
        var file = folder.resolve("mine.yaml");
        assertThat(init("/orders/1\n50\npool:20,virtual\n", app, "--write", file.toString()))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        assertThat(err.toString())
                .contains("Path to request [/]: ", "Thread models to compare [pool:200,virtual]: ");
        assertThat(out.toString()).isEqualTo("loombench run " + file + System.lineSeparator());
        var home = Path.of(System.getProperty("loombench.home"));
        var spec = new SpecReader(Zoo.at(home).servers()).read(file);
        assertThat(spec.variants()).extracting(Variant::name).containsExactly("pool-20", "virtual");
        assertThat(spec.traffic().requests().getFirst().path()).isEqualTo("/orders/1");
        assertThat(((LoadModel.Closed) spec.load()).connections()).isEqualTo(50);
    }

    @Test
    void without_answers_the_defaults_are_taken() throws IOException {
        var app = jar("BOOT-INF/lib/tomcat-embed-core-10.1.55.jar");
        var file = folder.resolve("defaults.yaml");
        assertThat(init("", app, "--write", file.toString())).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(file)).contains("users: 100", "path: \"/\"", "pool-200");
    }

    @Test
    void a_jar_of_no_known_framework_needs_a_setting() throws IOException {
        var app = jar();
        var file = folder.resolve("plain.yaml");
        assertThat(init("\n\nthreads=10,200\n", app, "--write", file.toString()))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        assertThat(Files.readString(file)).contains("-Dthreads=10", "-Dthreads=200");
    }

    @Test
    void nothing_is_overwritten_and_no_question_is_asked_for_nothing() throws IOException {
        var file = Files.createFile(folder.resolve("mine.yaml"));
        assertThat(init("", jar(), "--write", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("exists already").doesNotContain("Path to request");
        assertThat(init("", folder + "/none.jar", "--write", folder + "/x.yaml"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("no jar").doesNotContain("Path to request");
    }
}
