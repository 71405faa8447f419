package dev.loombench.cli.plan;

import dev.loombench.text.CommandWords;
import dev.loombench.traffic.Template;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Agents in Kubernetes, and the commands that use them.
///
/// @param name prefix of the names of all objects
/// @param agent of each load agent, and of a controller that starts no servers
/// @param server of a controller that starts servers
/// @param keySecret name of the secret with the key
/// @param keyBase64 the key; empty when the secret is made by hand
record KubernetesPlan(
        String name,
        String image,
        ControllerCommand controller,
        int loadAgents,
        Size agent,
        Size server,
        String keySecret,
        Optional<String> keyBase64) {
    static final int PORT = 7800;

    private static final String TEMPLATE = "kubernetes.yaml";

    // As in the template: the folder of the experiment, the key, and the variable with the address
    // of the controller's pod.
    private static final String WORK = "/data";
    private static final String KEY = "/run/loombench/key";
    private static final String ADDRESS = "POD_IP";

    private static final String TIMEOUT = "--timeout=180s";

    /// What a pod gets.
    ///
    /// @param cpus whole processors
    /// @param memory as in `1Gi`
    record Size(int cpus, String memory) {}

    private String loadJob() {
        return name + "-load";
    }

    private String controllerPod() {
        return name + "-controller";
    }

    /// The file of manifests, with the commands for it in a comment.
    ///
    /// @param file its name in the commands
    String render(String file) {
        return PlanTemplate.read(TEMPLATE)
                .with(sections())
                .text(values(), "commands", commands(file));
    }

    private Set<String> sections() {
        var sections = new HashSet<String>();
        if (keyBase64.isPresent()) {
            sections.add("key");
        }
        if (controller.startsServers()) {
            sections.add("servers");
        }
        return sections;
    }

    private Map<String, String> values() {
        var controllers = controller.startsServers() ? server : agent;
        var values = new HashMap<String, String>();
        values.put("name", name);
        values.put("image", image);
        values.put("load-agents", Integer.toString(loadAgents));
        values.put("agent-cpus", Integer.toString(agent.cpus()));
        values.put("agent-memory", agent.memory());
        values.put("controller-cpus", Integer.toString(controllers.cpus()));
        values.put("controller-memory", controllers.memory());
        values.put("key-secret", keySecret);
        values.put("key", keyBase64.orElse(""));
        return values;
    }

    private List<String> commands(String file) {
        var commands = new ArrayList<String>();
        controller.comment().ifPresent(commands::add);
        if (keyBase64.isEmpty()) {
            commands.add("(umask 077; openssl rand -base64 32 > loombench.key)");
            commands.add(
                    CommandWords.join(
                            List.of(
                                    "kubectl",
                                    "create",
                                    "secret",
                                    "generic",
                                    keySecret,
                                    "--from-file=key=loombench.key")));
        }
        commands.add(CommandWords.join(List.of("kubectl", "apply", "-f", file)));
        commands.add(
                "kubectl wait --for=jsonpath='{.status.ready}'=%d %s job/%s"
                        .formatted(loadAgents, TIMEOUT, loadJob()));
        commands.add(
                "kubectl wait --for=condition=Ready %s pod/%s".formatted(TIMEOUT, controllerPod()));
        controller
                .file()
                .ifPresent(experiment -> commands.add(copy(experiment, remoteExperiment())));
        for (var read : controller.files().read()) {
            commands.add(copy(read.file(), "%s/%s".formatted(WORK, read.name())));
        }
        commands.add(ShellText.words(run()));
        if (controller.verb().equals("run")) {
            commands.add("kubectl cp %s:%s/results results".formatted(controllerPod(), WORK));
        }
        for (var written : controller.files().written()) {
            var there = "%s:%s".formatted(controllerPod(), Path.of(WORK).resolve(written));
            commands.add(CommandWords.join(List.of("kubectl", "cp", there, written.toString())));
        }
        commands.add(CommandWords.join(List.of("kubectl", "delete", "-f", file)));
        return commands;
    }

    private String copy(Path file, String there) {
        return "kubectl exec -i %s -- tee %s <%s >/dev/null"
                .formatted(controllerPod(), ShellText.word(there), ShellText.word(file.toString()));
    }

    private String remoteExperiment() {
        return "%s/%s.yaml".formatted(WORK, controller.name());
    }

    private List<Template> run() {
        var words = new ArrayList<>(literals("kubectl", "exec", "-it", controllerPod(), "--"));
        if (controller.startsServers()) {
            words.addAll(
                    literals("sh", "-c", "exec \"$@\" --listen \"$%s\"".formatted(ADDRESS), "sh"));
        }
        words.addAll(literals("loombench"));
        words.addAll(
                controller.words(
                        controller.file().isPresent()
                                ? ControllerCommand.literal(remoteExperiment())
                                : controller.subject(),
                        WORK));
        words.addAll(literals("--load-on", agents(), "--key-file", KEY));
        return words;
    }

    private static List<Template> literals(String... words) {
        return Stream.of(words).map(ControllerCommand::literal).toList();
    }

    private String agents() {
        return IntStream.range(0, loadAgents)
                .mapToObj(i -> address(loadJob() + "-" + i))
                .collect(Collectors.joining(","));
    }

    /// By the headless service, which has the name of the plan.
    private String address(String host) {
        return "%s.%s:%d".formatted(host, name, PORT);
    }
}
