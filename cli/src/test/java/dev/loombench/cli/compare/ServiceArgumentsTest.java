package dev.loombench.cli.compare;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleJar;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceArgumentsTest {
    @TempDir Path folder;

    private String jar(String name) throws IOException {
        return jar(name, Map.of());
    }

    private String springBoot(String name, String version) throws IOException {
        return jar(name, Map.of("Spring-Boot-Version", version));
    }

    private String jar(String name, Map<String, String> attributes) throws IOException {
        return SampleJar.write(folder.resolve(name), attributes).toString();
    }

    /// Each with its name and its words, without the folder of the test. None has a thread model.
    private List<String> shown(List<NamedCommand> variants) {
        assertThat(variants).allMatch(variant -> variant.expects().isEmpty());
        return variants.stream()
                .map(v -> v.name() + ": " + String.join(" ", v.words()))
                .map(text -> text.replace(folder + "/", ""))
                .toList();
    }

    private static List<NamedCommand> variants(List<String> arguments, String... settings) {
        return ServiceArguments.of(
                        arguments, List.of(settings), ModelOption.none(), Platforms.DEFAULT)
                .variants();
    }

    @Test
    void a_setting_of_spring_boot_is_a_program_argument_per_value() throws IOException {
        var jar = springBoot("shop.jar", "3.5.1");
        var read =
                ServiceArguments.of(
                        List.of(jar),
                        List.of("spring.threads.virtual.enabled=false,true"),
                        ModelOption.none(),
                        Platforms.DEFAULT);
        assertThat(shown(read.variants()))
                .containsExactly(
                        "virtual.enabled=false: java -jar shop.jar --server.port={port}"
                                + " --spring.threads.virtual.enabled=false",
                        "virtual.enabled=true: java -jar shop.jar --server.port={port}"
                                + " --spring.threads.virtual.enabled=true");
        assertThat(read.notes())
                .containsExactly(jar + " (Spring Boot 3.5.1): settings are program arguments");
    }

    @Test
    void options_of_the_jvm_behind_the_jar_are_noted_without_their_values() throws IOException {
        var jar = jar("shop.jar");
        var read =
                ServiceArguments.of(
                        List.of(
                                "a='java' -Dx=1 -jar %s --db.password=y".formatted(jar),
                                "b=java -jar %s -Ddb.password=hunter2 -Xmx1g".formatted(jar)),
                        List.of(),
                        ModelOption.none(),
                        Platforms.DEFAULT);
        assertThat(read.notes()).singleElement().asString().startsWith("b: -Ddb.password, -Xmx1g ");
        assertThat(read.notes().getFirst()).doesNotContain("hunter2");
    }

    @Test
    void a_build_tool_that_starts_a_service_is_noted() {
        var read =
                ServiceArguments.of(
                        List.of("a=./mvnw spring-boot:run", "b=./shop -p {port}"),
                        List.of(),
                        ModelOption.none(),
                        Platforms.DEFAULT);
        assertThat(read.notes()).singleElement().asString().startsWith("a: ").contains("mvnw");
    }

    /// Spring Boot would read two values as one list, which is no port.
    @Test
    void a_jar_gets_one_port() throws IOException {
        var jar = springBoot("shop.jar", "3.5.1");
        assertThat(variants(List.of(jar), "server.port={port}", "pool=1,2").getFirst().words())
                .containsExactly("java", "-jar", jar, "--server.port={port}", "--pool=1");
        assertThatThrownBy(() -> variants(List.of(jar), "server.port=8080", "pool=1,2"))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("server.port=8080");
    }

    @Test
    void a_jar_may_have_a_space_in_its_name() throws IOException {
        Files.createDirectory(folder.resolve("my shop"));
        var jar = jar("my shop/app.jar");
        assertThat(variants(List.of(jar), "pool=1,2"))
                .extracting(NamedCommand::words)
                .containsExactly(
                        List.of("java", "-Dpool=1", "-jar", jar),
                        List.of("java", "-Dpool=2", "-jar", jar));
        assertThat(variants(List.of(jar, "old=java -jar " + folder + "/my.jar")))
                .extracting(NamedCommand::words)
                .containsExactly(
                        List.of("java", "-jar", jar), List.of("java", "-jar", folder + "/my.jar"));
    }

    @Test
    void keys_with_the_same_ending_are_whole_in_names() throws IOException {
        var jar = jar("shop.jar");
        assertThat(variants(List.of(jar), "a.pool.size=1,2", "b.pool.size=3", "depth=4"))
                .extracting(NamedCommand::name)
                .containsExactly("pool.size=1", "pool.size=2");
        assertThat(variants(List.of(jar), "a.pool.size=1,2", "b.pool.size=3,4"))
                .extracting(NamedCommand::name)
                .startsWith("a.pool.size=1 b.pool.size=3", "a.pool.size=1 b.pool.size=4");
    }

    @Test
    void a_setting_with_one_value_is_in_the_command_and_not_in_the_name() throws IOException {
        var jar = jar("shop.jar");
        assertThat(shown(variants(List.of(jar), "port={port}", "pool=10,20")))
                .containsExactly(
                        "pool=10: java -Dport={port} -Dpool=10 -jar shop.jar",
                        "pool=20: java -Dport={port} -Dpool=20 -jar shop.jar");
        var one =
                ServiceArguments.ofAnyNumber(
                        List.of(jar), List.of("pool=10"), ModelOption.none(), Platforms.DEFAULT);
        assertThat(shown(one.variants())).containsExactly("shop: java -Dpool=10 -jar shop.jar");
    }

    @Test
    void a_setting_of_another_jar_is_a_system_property_per_value() throws IOException {
        var jar = jar("shop.jar");
        assertThat(shown(variants(List.of(jar), "pool=10,20")))
                .containsExactly(
                        "pool=10: java -Dpool=10 -jar shop.jar",
                        "pool=20: java -Dpool=20 -jar shop.jar");
    }

    @Test
    void several_settings_make_every_combination() throws IOException {
        assertThat(variants(List.of(jar("shop.jar")), "a=1,2", "b=x", "c=y,z"))
                .extracting(NamedCommand::name)
                .containsExactly("a=1 c=y", "a=1 c=z", "a=2 c=y", "a=2 c=z");
    }

    @Test
    void a_name_precedes_its_command() {
        assertThat(shown(variants(List.of("pool=java -jar a.jar --x=1", "b.2=./shop -p {port}"))))
                .containsExactly("pool: java -jar a.jar --x=1", "b.2: ./shop -p {port}");
    }

    @Test
    void a_command_without_a_name_names_itself() {
        assertThat(variants(List.of("node server.js", "./go-shop -p={port}")))
                .extracting(NamedCommand::name)
                .containsExactly("node server.js", "./go-shop -p={port}");
    }

    @Test
    void the_name_of_a_command_has_no_secret() {
        assertThat(variants(List.of("./shop --db.password=sesame", "./shop --token 'sesame 2'")))
                .extracting(NamedCommand::name)
                .containsExactly("./shop '--db.password=***'", "./shop --token '***'");
    }

    @Test
    void the_name_of_a_setting_has_no_secret() throws IOException {
        var jar = springBoot("shop.jar", "3.5.1");
        assertThat(variants(List.of(jar), "db.url=jdbc:x://ada:sesame@h/a,jdbc:x://ada:sesame@h/b"))
                .extracting(NamedCommand::name)
                .containsExactly("db.url=jdbc:x://ada:***@h/a", "db.url=jdbc:x://ada:***@h/b");
    }

    @Test
    void jars_are_named_by_their_files() throws IOException {
        var first = jar("old.jar");
        var second = springBoot("new.jar", "4.0.0");
        assertThat(shown(variants(List.of(first, second, "third=" + first))))
                .containsExactly(
                        "old: java -jar old.jar",
                        "new: java -jar new.jar --server.port={port}",
                        "third: java -jar old.jar");
    }

    @Test
    void a_setting_is_that_of_all_jars() throws IOException {
        var first = jar("old.jar");
        var second = springBoot("new.jar", "4.0.0");
        assertThat(shown(variants(List.of(first, "b=" + second), "pool=7")))
                .containsExactly(
                        "old: java -Dpool=7 -jar old.jar",
                        "b: java -jar new.jar --server.port={port} --pool=7");
        assertThat(variants(List.of(first, "b=" + second), "pool=7,9"))
                .extracting(NamedCommand::name)
                .containsExactly("old pool=7", "old pool=9", "b pool=7", "b pool=9");
        assertThat(variants(List.of("shop=" + first), "pool=7,9"))
                .extracting(NamedCommand::name)
                .containsExactly("shop pool=7", "shop pool=9");
    }

    @Test
    void a_setting_may_be_that_of_one_jar() throws IOException {
        var first = jar("old.jar");
        var second = jar("new.jar");
        assertThat(shown(variants(List.of(first, second, "./shop"), "new:pool=7,9", "new:size=1")))
                .containsExactly(
                        "old: java -jar old.jar",
                        "new pool=7: java -Dpool=7 -Dsize=1 -jar new.jar",
                        "new pool=9: java -Dpool=9 -Dsize=1 -jar new.jar",
                        "./shop: ./shop");
        assertThat(shown(variants(List.of(first, second), "new:pool=7", "old:pool=9", "a=1")))
                .containsExactly(
                        "old: java -Dpool=9 -Da=1 -jar old.jar",
                        "new: java -Dpool=7 -Da=1 -jar new.jar");
    }

    @Test
    void a_url_is_a_service_that_already_runs() {
        var urls = variants(List.of("http://127.0.0.1:8081/price?a=1", "new=HTTP://[::1]:8082"));
        assertThat(urls).allMatch(NamedCommand::isRunning);
        assertThat(shown(urls))
                .containsExactly(
                        "127.0.0.1:8081: http://127.0.0.1:8081/price?a=1",
                        "new: HTTP://[::1]:8082");
        assertThat(variants(List.of("curl http://a", "b.sh"))).noneMatch(NamedCommand::isRunning);
        assertMistake("url must be like http://host:port/path", List.of("tcp://a:1", "x"));
        assertMistake("before @ is refused", List.of("http://u:secret@a:1", "http://b:1"));
        assertMistake("the port must be between 1 and", List.of("http://a:0", "http://b:1"));
        assertMistake(
                "a:1 is named twice; a comparison needs services on different ports",
                List.of("http://a:1/x", "http://a:1/y"));
    }

    @Test
    void mistakes_are_explained() throws IOException {
        var jar = jar("shop.jar");
        var missing = folder.resolve("none.jar").toString();
        assertMistake("at least two variants: add --models", List.of(jar));
        assertMistake("at least two variants", List.of("node server.js"));
        assertMistake("at least two variants", List.of(jar), "a=1");
        assertMistake("no jar " + missing, List.of(missing), "a=1,2");
        assertMistake("--set must be like key=value,value or", List.of(jar), "a");
        assertMistake("--set must be like key=value,value", List.of(jar), "a=1,");
        assertMistake("--set names a value twice: \"a=…\"", List.of(jar), "a=1,1");
        assertMistake("--set must be like", List.of(jar), ":a=1,2");
        assertMistake("--set names a twice", List.of(jar), "a=1,2", "a=3");
        assertMistake("--set goes with jars", List.of("node a.js", "node b.js"), "a=1,2");
        assertMistake("--set goes with jars", List.of(jar, "b=node b.js"), "b:a=1,2");
        assertMistake("\"shp\" is not a jar for --set", List.of(jar, "node b.js"), "shp:a=1,2");
        assertMistake("two variants are named \"a\"", List.of("a=x", "a=y"));
        assertMistake("\"|\" needs a shell", List.of("a | b", "c"));
        var noJar = Files.writeString(folder.resolve("text.jar"), "text").toString();
        assertMistake("cannot be read as a jar", List.of(noJar, jar));
    }

    @Test
    void what_would_be_started_as_a_program_and_is_none_is_named() {
        assertMistake("http://localhost:8080", List.of("localhost:8080/a?token=sesame", "x"));
        assertMistake("http://[::1]:8080", List.of("x", "b=[::1]:8080"));
        assertMistake("was grpc://", List.of("grpc://localhost:50051/a.B/C", "x"));
        assertMistake("\"mine.yaml\" is an experiment", List.of("mine.yaml", "other.yaml"));
        assertThatThrownBy(() -> variants(List.of("localhost:8080/a?token=sesame", "x")))
                .hasMessageNotContaining("sesame");
        assertMistake("was \"my pool\"", List.of("my pool=java -jar a.jar", "x"));
        assertMistake("was \"caf\u00e9\"", List.of("caf\u00e9=java -jar a.jar", "x"));
        assertMistake("was \"1\"", List.of("1=http://localhost:1/", "x"));
        assertThat(
                        variants(
                                List.of(
                                        "node server.js a.yaml",
                                        "docker run redis:7 --port 70",
                                        "env A=b java -jar a.jar",
                                        "java -Djava=java -jar a.jar",
                                        "./a.sh b=java -jar c",
                                        "sh start upstream=http://localhost:9000",
                                        "b=sh start lib=a.jar")))
                .hasSize(7);
    }

    @Test
    void a_folder_is_no_jar() {
        var folded = folder.resolve("app.jar");
        assertThat(folded.toFile().mkdir()).isTrue();
        assertMistake("a folder, and no jar", List.of(folded.toString()), "a=1,2");
    }

    /// 31 times 31 of them; more settings are not combined.
    @Test
    void combinations_of_settings_have_the_limit_of_an_experiment() throws IOException {
        var many = IntStream.range(0, 31).mapToObj(Integer::toString).collect(joining(","));
        assertMistake(
                "at most 200 variants, found 961",
                List.of(jar("shop.jar")),
                "a=" + many,
                "b=" + many,
                "c=" + many,
                "d=" + many,
                "e=" + many);
    }

    private static void assertMistake(String message, List<String> arguments, String... settings) {
        assertThatThrownBy(() -> variants(arguments, settings))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining(message);
    }

    @Test
    void a_url_with_a_secret_is_refused_and_not_shown() {
        assertThatThrownBy(() -> NamedCommand.ofUrl("http://h:1/a?page=1&token=sesame"))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith(
                        "the URL of h:1 has a value that may be a secret, as in /a?page=1&token=***")
                .hasMessageContaining("--path");
        assertThat(NamedCommand.ofUrl("http://h:1/a?page=1").name()).isEqualTo("h:1");
    }
}
