package dev.loombench.cli.plan;

import dev.loombench.agent.link.KeyFile;
import dev.loombench.text.FileFault;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of a plan for Kubernetes.
final class KubernetesOptions {
    /// The agents' names add `-load-` and a number, and those of pods further characters, to a
    /// label of at most 63.
    private static final int MAX_NAME = 40;

    private static final int MAX_IMAGE = 255;
    private static final int MAX_AGENTS = 10_000;
    private static final int MAX_CPUS = 1024;

    /// Registry, name, tag and digest.
    private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@-]*");

    private static final Pattern LABEL = Pattern.compile("[a-z]([a-z0-9-]*[a-z0-9])?");
    private static final Pattern SECRET = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");
    private static final Pattern MEMORY = Pattern.compile("[1-9][0-9]{0,6}(Mi|Gi)");

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            description = "With --kubernetes: image with Loombench, as that of a release.")
    private @Nullable String image;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description =
                    "With --kubernetes: name of all objects. Default: that of the experiment.")
    private @Nullable String name;

    @Option(
            names = "--load-agents",
            paramLabel = "N",
            defaultValue = "1",
            description = "With --kubernetes: agents that drive load. Default: ${DEFAULT-VALUE}.")
    private int loadAgents;

    @Option(
            names = "--agent-cpus",
            paramLabel = "N",
            defaultValue = "2",
            description = {
                "With --kubernetes: whole processors per load agent and for the controller. Default:"
                        + " ${DEFAULT-VALUE}."
            })
    private int agentCpus;

    @Option(
            names = "--agent-memory",
            paramLabel = "SIZE",
            defaultValue = "1Gi",
            description = "The same for memory, as in 512Mi. Default: ${DEFAULT-VALUE}.")
    private String agentMemory = "";

    @Option(
            names = "--server-cpus",
            paramLabel = "N",
            defaultValue = "2",
            description =
                    "The same for a controller that starts servers. Default: ${DEFAULT-VALUE}.")
    private int serverCpus;

    @Option(
            names = "--server-memory",
            paramLabel = "SIZE",
            defaultValue = "2Gi",
            description = "Memory of a controller that starts servers. Default: ${DEFAULT-VALUE}.")
    private String serverMemory = "";

    @Option(
            names = "--key-secret",
            paramLabel = "NAME",
            defaultValue = "loombench-key",
            description = {
                "With --kubernetes: secret whose entry \"key\" is the key. Default: ${DEFAULT-VALUE}."
            })
    private String keySecret = "";

    @Option(
            names = "--include-key",
            paramLabel = "FILE",
            description =
                    "Also write the secret with the key of this file. Default: the plan has no key.")
    private @Nullable Path includedKey;

    /// @throws WrongInput when an option is wrong
    KubernetesPlan plan(ControllerCommand controller) {
        if (controller.startsServers() && controller.namesAddress()) {
            throw new WrongInput(
                    "--listen is written by the plan itself: the servers listen on the address of the controller's pod");
        }
        return new KubernetesPlan(
                name == null ? defaultName(controller) : matching("--name", name, LABEL, MAX_NAME),
                image(),
                controller,
                within("--load-agents", loadAgents, MAX_AGENTS),
                new KubernetesPlan.Size(
                        within("--agent-cpus", agentCpus, MAX_CPUS),
                        matching("--agent-memory", agentMemory, MEMORY, 10)),
                new KubernetesPlan.Size(
                        within("--server-cpus", serverCpus, MAX_CPUS),
                        matching("--server-memory", serverMemory, MEMORY, 10)),
                matching("--key-secret", keySecret, SECRET, 253),
                Optional.ofNullable(includedKey).map(KubernetesOptions::keyInBase64));
    }

    private String image() {
        if (image == null) {
            throw new WrongInput(
                    "--kubernetes needs --image, an image with Loombench, as that of a release");
        }
        return matching("--image", image, IMAGE, MAX_IMAGE);
    }

    private static String defaultName(ControllerCommand controller) {
        var letters = controller.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        var name = "loombench-" + letters;
        return name.substring(0, Math.min(name.length(), MAX_NAME)).replaceAll("-+$", "");
    }

    private static String matching(String option, String value, Pattern pattern, int maxLength) {
        if (value.length() > maxLength || !pattern.matcher(value).matches()) {
            throw new WrongInput(
                    "%s must match %s with at most %d characters, was %s"
                            .formatted(option, pattern, maxLength, TextSanitizer.quoted(value)));
        }
        return value;
    }

    private static int within(String option, int value, int max) {
        if (value < 1 || value > max) {
            throw new WrongInput(
                    "%s must be between 1 and %,d, was %,d".formatted(option, max, value));
        }
        return value;
    }

    private static String keyInBase64(Path file) {
        var _ = KeyFile.read(file); // the same checks as those of an agent
        try {
            return Base64.getEncoder().encodeToString(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new WrongInput(
                    "the key file %s cannot be read: %s"
                            .formatted(TextSanitizer.of(file.toString()), FileFault.of(e)));
        }
    }
}
