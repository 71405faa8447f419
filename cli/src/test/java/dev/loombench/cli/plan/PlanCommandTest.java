package dev.loombench.cli.plan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.CommandFixture;
import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PlanCommandTest extends CommandFixture {
    private static final String IMAGE = "--image=registry:5000/lab/loombench:1@sha256:0123";
    private static final String SERVICE =
            """
            question: Which one?
            service: {}
            variants:
              - {name: one, command: [node, server.js]}
            load: {users: 10, path: /}
            """;

    @TempDir private Path folder;

    /// The objects of a plan by their kind and component, as in `Pod server`.
    private Map<String, JsonNode> objects(String... words) {
        var all = new ArrayList<>(List.of("plan", "--kubernetes", IMAGE));
        all.addAll(Arrays.asList(words));
        assertThat(execute(all.toArray(String[]::new))).as("%s", err).isEqualTo(ExitCode.OK);
        var objects = new TreeMap<String, JsonNode>();
        new Load(LoadSettings.builder().build())
                .loadAllFromString(out.toString())
                .forEach(document -> {
                    JsonNode node = JsonMapper.shared().valueToTree(document);
                    var component =
                            node.at("/metadata/labels/app.kubernetes.io~1component").asString();
                    objects.put(node.path("kind").asString() + " " + component, node);
                });
        return objects;
    }

    private static JsonNode object(Map<String, JsonNode> objects, String name) {
        return requireNonNull(objects.get(name), name);
    }

    @Test
    void an_experiment_on_kubernetes_has_load_agents_and_a_controller_with_its_servers() {
        var objects = objects("quickstart", "--load-agents=3", "--server-cpus=4");
        assertThat(objects.keySet())
                .containsExactly("Job load", "Pod controller", "Service discovery");
        var job = object(objects, "Job load").path("spec");
        assertThat(job.path("completionMode").asString()).isEqualTo("Indexed");
        assertThat(job.path("completions").asInt()).isEqualTo(3);
        assertThat(job.path("parallelism").asInt()).isEqualTo(3);
        var agent = job.at("/template/spec/containers/0");
        assertThat(agent.path("command").toString())
                .isEqualTo(
                        "[\"loombench\",\"agent\",\"--listen=loombench-quickstart-load-$(JOB_COMPLETION_INDEX):7800\",\"--key-file=/run/loombench/key\"]");
        var controller = object(objects, "Pod controller").path("spec");
        assertThat(controller.at("/containers/0/env/0").toString())
                .isEqualTo(
                        "{\"name\":\"POD_IP\",\"valueFrom\":{\"fieldRef\":{\"fieldPath\":\"status.podIP\"}}}");
        assertThat(controller.path("affinity").toString())
                .contains("\"app.kubernetes.io/component\":\"load\"");
        assertThat(job.at("/template/spec/affinity").toString())
                .contains("\"app.kubernetes.io/component\":\"controller\"");
        assertThat(object(objects, "Service discovery").at("/spec/clusterIP").asString())
                .isEqualTo("None");
        assertThat(out.toString())
                .contains(
                        "-- sh -c 'exec \"$@\" --listen \"$POD_IP\"' sh loombench run quickstart --load-on loombench-quickstart-load-0.loombench-quickstart:7800,loombench-quickstart-load-1.loombench-quickstart:7800,loombench-quickstart-load-2.loombench-quickstart:7800 --key-file /run/loombench/key\n");
    }

    /// Of the load agents and of the controller; in each, the initial ones first.
    private static List<JsonNode> containers(Map<String, JsonNode> objects) {
        var containers = new ArrayList<JsonNode>();
        for (var spec :
                List.of(
                        object(objects, "Job load").at("/spec/template/spec"),
                        object(objects, "Pod controller").path("spec"))) {
            for (var kind : List.of("initContainers", "containers")) {
                assertThat(spec.path(kind)).isNotEmpty();
                spec.path(kind).forEach(containers::add);
            }
        }
        return containers;
    }

    /// A CPU manager gives processors of their own only to pods of quality of service Guaranteed:
    /// in each container, initial ones too, requests equal limits.
    @Test
    void every_container_requests_whole_processors_and_no_more_than_its_limit() {
        var objects = objects("quickstart", "--server-cpus=4", "--server-memory=3Gi");
        for (var container : containers(objects)) {
            var limits = container.at("/resources/limits");
            assertThat(container.at("/resources/requests")).isEqualTo(limits);
            assertThat(limits.path("cpu").asString()).matches("[1-9][0-9]*");
        }
        assertThat(
                        object(objects, "Pod controller")
                                .at("/spec/containers/0/resources/limits")
                                .toString())
                .isEqualTo("{\"cpu\":\"4\",\"memory\":\"3Gi\"}");
    }

    /// What is written goes to volumes: to the working folder, and to `/tmp` where a JVM runs.
    @Test
    void every_container_has_a_read_only_root_and_volumes_to_write_to() {
        for (var container : containers(objects("quickstart"))) {
            assertThat(container.at("/securityContext/readOnlyRootFilesystem").toString())
                    .isEqualTo("true");
            var mounted = new ArrayList<String>();
            container
                    .path("volumeMounts")
                    .forEach(mount -> mounted.add(mount.path("mountPath").asString()));
            assertThat(mounted).contains(container.path("workingDir").asString());
            if (!container.path("name").asString().equals("key")) {
                assertThat(mounted).contains("/tmp");
            }
        }
    }

    /// Those of `programs` in the script that makes it; `loombench` is a script of the image.
    @Test
    void every_program_that_a_pod_starts_is_in_the_image() throws IOException {
        var script =
                Files.readString(Path.of(System.getProperty("loombench.home"), "build/image.sh"));
        var list = script.replaceFirst("(?s).*\nprograms=\\(([^)]*)\\).*", "$1");
        var inTheImage = new ArrayList<>(List.of(list.split(" ")));
        inTheImage.add("loombench");
        var file = Files.writeString(folder.resolve("mine.yaml"), SERVICE).toString();
        var objects = objects(file);
        var started = new ArrayList<String>();
        containers(objects)
                .forEach(container -> started.add(container.at("/command/0").asString()));
        Pattern.compile("kubectl exec \\S+ \\S+ -- (\\S+)")
                .matcher(out.toString())
                .results()
                .forEach(match -> started.add(match.group(1)));
        if (out.toString().contains("kubectl cp ")) {
            started.add("tar");
        }
        assertThat(started).contains("install", "loombench", "sleep", "sh", "tee", "tar");
        assertThat(inTheImage).containsAll(started);
    }

    @Test
    void a_load_on_kubernetes_may_share_nodes() {
        var objects = objects("http://shop:8080/a'$(x)", "--name=shop", "--", "-R", "20k");
        assertThat(objects.keySet())
                .containsExactly("Job load", "Pod controller", "Service discovery");
        assertThat(object(objects, "Pod controller").path("spec").has("affinity")).isFalse();
        assertThat(out.toString())
                .contains("-- loombench load 'http://shop:8080/a'\\''$(x)' -R 20k --load-on shop-");
    }

    @Test
    void the_key_is_in_a_plan_only_on_request() throws IOException {
        var key = Files.writeString(folder.resolve("key"), "k".repeat(40));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        var objects = objects("quickstart", "--include-key=" + key, "--key-secret=my-key");
        var secret = object(objects, "Secret key");
        assertThat(secret.at("/metadata/name").asString()).isEqualTo("my-key");
        // kkk in base64 is a2tr; 40 are 13 times three and one.
        assertThat(secret.at("/data/key").asString()).isEqualTo("a2tr".repeat(13) + "aw==");
        assertThat(out.toString()).doesNotContain("create secret");
        out.getBuffer().setLength(0);
        assertThat(objects("quickstart", "--key-secret=my-key")).doesNotContainKey("Secret key");
        assertThat(out.toString())
                .contains("kubectl create secret generic my-key --from-file=key=loombench.key")
                .doesNotContain("a2tr");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(execute("plan", "quickstart", "--kubernetes", IMAGE, "--include-key=" + key))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("can be read or changed by other users");
    }

    @Test
    void an_experiment_in_a_file_is_copied_to_the_controller() throws IOException {
        var file = Files.writeString(folder.resolve("mine.yaml"), SERVICE).toString();
        objects(file);
        assertThat(out.toString())
                .contains("kubectl exec -i loombench-mine-controller -- tee /data/mine.yaml <");
    }

    @Test
    void the_files_of_a_load_are_copied_to_the_controller_and_its_exports_back()
            throws IOException {
        var body = Files.writeString(folder.resolve("order 1.json"), "{}");
        var trusted = Files.writeString(folder.resolve("ca.pem"), "");
        objects(
                "https://a/",
                "--",
                "-m",
                "POST",
                "--body=@" + body,
                "--cacert",
                trusted.toString(),
                "--key=/in/the/image.pem",
                "--export",
                "json=load.json");
        assertThat(out.toString())
                .contains(
                        "-- tee '/data/3-order 1.json' <'%s' >/dev/null".formatted(body),
                        "-- tee /data/5-ca.pem <%s >/dev/null".formatted(trusted),
                        " --body '@/data/3-order 1.json' --cacert /data/5-ca.pem --key"
                                + " /in/the/image.pem --export json=load.json ",
                        "-controller:/data/load.json load.json\n")
                .doesNotContain("tee /data/7");
    }

    @Test
    void servers_of_an_experiment_need_an_address_for_agents_by_ssh() {
        assertThat(execute("plan", "quickstart", "--ssh=a", "--", "--listen", "10.0.0.1"))
                .isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .contains("controller=(run quickstart --listen 10.0.0.1)", "hosts=(a)");
    }

    private static final List<String> SECRETS = List.of("s3same", "t0ken", "p4ss", "c00kie");

    /// However they are typed: a value in the next word, in the same one, after another letter.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "-H|Authorization: Bearer s3same",
                "-HAuthorization: Bearer s3same|--latency",
                "-H=Authorization: Bearer s3same|--latency",
                "-LH|Authorization: Bearer s3same",
                "--header=Authorization: Bearer s3same|--latency"
            })
    void a_secret_of_the_requests_is_a_variable_in_a_script(String first, String second) {
        assertThat(
                        execute(
                                "plan",
                                "http://a/x?y=1&token=t0ken",
                                "--ssh=b",
                                "--",
                                first,
                                second,
                                "--cookie=sid=c00kie",
                                "--cookie=path=c00kie",
                                "--body",
                                "{\"password\": \"p4ss\", \"a\": \"$\"}"))
                .as("%s", err)
                .isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .doesNotContain(SECRETS)
                .contains(
                        "# Secrets are not in this file. Export their values before the load: TOKEN, AUTHORIZATION, SID, SECRET_PATH, PASSWORD.\n",
                        "controller=(load 'http://a/x?y=1&token='\"${TOKEN:?",
                        "'Authorization: Bearer '\"${AUTHORIZATION:?",
                        "--cookie sid=\"${SID:?");
    }

    @Test
    void a_secret_of_the_requests_is_a_variable_in_the_commands_for_kubernetes() {
        objects("http://a/", "--", "-R", "20", "-H", "X-Api-Key: s3same");
        assertThat(out.toString())
                .doesNotContain(SECRETS)
                .contains("# Secrets are not in this file.", "-H 'X-Api-Key: '\"${X_API_KEY:?");
    }

    @Test
    void a_secret_of_an_experiment_is_refused() {
        assertThat(
                        execute(
                                "plan",
                                "quickstart",
                                "--ssh=b",
                                "--",
                                "--listen=a",
                                "--path",
                                "/x?token=t0ken"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("put ${TOKEN} in place").doesNotContain(SECRETS);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_file_is_new_and_only_for_its_owner() throws IOException {
        var file = folder.resolve("agents.sh");
        assertThat(execute("plan", "http://a/", "--ssh=b", "--write=" + file))
                .isEqualTo(ExitCode.OK);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rwx------");
        assertThat(execute("plan", "http://a/", "--ssh=b", "--write=" + file))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("agents.sh exists already");
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b", "a\"b", "a'b", "a\nb: c", "$(a)", "-a", "", "a{b}", "\u0085", "ä", "a\\b"
            })
    void a_hostile_image_is_refused(String image) {
        assertThat(execute("plan", "quickstart", "--kubernetes", "--image=" + image))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("loombench: --image must match ");
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "quickstart | a plan needs either --kubernetes or --ssh",
                "quickstart --kubernetes --ssh=a --image=b | either --kubernetes or --ssh",
                "quickstart --kubernetes | --kubernetes needs --image",
                "quickstart --kubernetes --image=a --name=A_b | --name must match",
                "quickstart --kubernetes --image=a --load-agents=0 | must be between 1 and 10,000",
                "quickstart --kubernetes --image=a --server-memory=1 | --server-memory must match",
                "quickstart --kubernetes --image=a --key-secret=A | --key-secret must match",
                "quickstart --ssh=a -- --load-on=b | --load-on is written by the plan itself",
                "quickstart --kubernetes --image=a -- --listen=b | --listen is written by the plan itself",
                "quickstart --ssh=a | add -- --listen ADDRESS, its address for the agents",
                "ftp://a/ --ssh=a | the URL must be like",
                "http://a/ --ssh=a -- --header=s3same | --header must be like Name: value; one has no colon",
                "http://a/ --ssh=a -- --trials=3 | loombench load has no option \"--trials\"",
                "http://a/ --ssh=a -- -R | option -R needs a value",
                "articles/rasvi-2023/jvm-hello --ssh=a | agents have no load to drive",
                "nosuch.yaml --ssh=a | nosuch.yaml: no such file"
            })
    void a_mistake_is_reported(String words, String message) {
        assertThat(execute(("plan " + words).split(" "))).as("%s", out).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(message);
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\u001bb", "a\u0085b", "a\u2028b"})
    void a_control_character_cannot_leave_its_line(String text) {
        assertThat(execute("plan", "http://a/" + text, "--ssh=a")).isEqualTo(ExitCode.USAGE);
        assertThat(execute("plan", "http://a/", "--ssh=a", "--", text)).isEqualTo(ExitCode.USAGE);
        assertThat(execute("plan", "http://a/", "--ssh=a", "--remote-loombench=" + text))
                .isEqualTo(ExitCode.USAGE);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("has a control character or a line break");
    }
}
