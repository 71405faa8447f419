package dev.loombench.cli.plan;

import static dev.loombench.cli.plan.KubernetesPlan.ADDRESS;
import static dev.loombench.cli.plan.KubernetesPlan.KEY;
import static dev.loombench.cli.plan.KubernetesPlan.PORT;
import static dev.loombench.cli.plan.KubernetesPlan.WORK;

import dev.loombench.cli.plan.KubernetesPlan.Size;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The objects of a plan: a secret when its key is included, a headless service, an indexed job of
/// load agents, and a pod for the controller, which starts the servers of an experiment.
final class KubernetesManifests {
    private static final String INSTANCE = "app.kubernetes.io/instance";
    private static final String COMPONENT = "app.kubernetes.io/component";
    private static final String LOAD = "load";
    private static final String CONTROLLER = "controller";
    private static final String INDEX = "JOB_COMPLETION_INDEX";

    private static final int LIFETIME_SECONDS = 12 * 3600;

    /// Any but root: an agent needs no privilege.
    private static final int USER = 10_001;

    private final KubernetesPlan plan;

    KubernetesManifests(KubernetesPlan plan) {
        this.plan = plan;
    }

    List<Map<String, Object>> documents() {
        var documents = new ArrayList<Map<String, Object>>();
        plan.keyBase64().ifPresent(key -> documents.add(secret(key)));
        documents.add(service());
        documents.add(loadJob());
        documents.add(controllerPod());
        return documents;
    }

    private Map<String, Object> secret(String key) {
        return map(
                "apiVersion", "v1",
                "kind", "Secret",
                "metadata", metadata(plan.keySecret(), "key"),
                "type", "Opaque",
                "data", map("key", key));
    }

    /// Without an address of its own: it gives each agent a name.
    private Map<String, Object> service() {
        return map(
                "apiVersion",
                "v1",
                "kind",
                "Service",
                "metadata",
                metadata(plan.name(), "discovery"),
                "spec",
                map(
                        "clusterIP",
                        "None",
                        "selector",
                        map(INSTANCE, plan.name()),
                        "ports",
                        List.of(map("name", "agent", "port", PORT))));
    }

    private Map<String, Object> loadJob() {
        return map(
                "apiVersion",
                "batch/v1",
                "kind",
                "Job",
                "metadata",
                metadata(plan.loadJob(), LOAD),
                "spec",
                map(
                        "completionMode",
                        "Indexed",
                        "completions",
                        plan.loadAgents(),
                        "parallelism",
                        plan.loadAgents(),
                        "backoffLimit",
                        3,
                        "activeDeadlineSeconds",
                        LIFETIME_SECONDS,
                        "ttlSecondsAfterFinished",
                        3600,
                        "template",
                        map(
                                "metadata",
                                map("labels", labels(LOAD)),
                                "spec",
                                podSpec(LOAD, loadAgent()))));
    }

    private Map<String, Object> controllerPod() {
        var spec = podSpec(CONTROLLER, controller());
        spec.put("hostname", plan.controllerPod());
        spec.put("activeDeadlineSeconds", LIFETIME_SECONDS);
        return map(
                "apiVersion",
                "v1",
                "kind",
                "Pod",
                "metadata",
                metadata(plan.controllerPod(), CONTROLLER),
                "spec",
                spec);
    }

    private Map<String, Object> podSpec(String role, Map<String, Object> container) {
        var spec =
                map(
                        "subdomain",
                        plan.name(),
                        "restartPolicy",
                        "Never",
                        "enableServiceLinks",
                        false,
                        "automountServiceAccountToken",
                        false,
                        "terminationGracePeriodSeconds",
                        15,
                        "securityContext",
                        map(
                                "runAsNonRoot",
                                true,
                                "runAsUser",
                                USER,
                                "runAsGroup",
                                USER,
                                "fsGroup",
                                USER,
                                "seccompProfile",
                                map("type", "RuntimeDefault")));
        if (plan.controller().startsServers()) {
            spec.put("affinity", apartFrom(role.equals(LOAD) ? CONTROLLER : LOAD));
        }
        if (role.equals(LOAD)) {
            spec.put("topologySpreadConstraints", List.of(spread()));
        }
        spec.put("initContainers", List.of(keyCopy(size(role))));
        spec.put("containers", List.of(container));
        spec.put(
                "volumes",
                List.of(
                        map("name", "secret", "secret", map("secretName", plan.keySecret())),
                        map("name", "key", "emptyDir", map("medium", "Memory")),
                        map("name", "work", "emptyDir", map())));
        return spec;
    }

    /// The servers share their node with no load agent.
    private Map<String, Object> apartFrom(String role) {
        return map(
                "podAntiAffinity",
                map(
                        "requiredDuringSchedulingIgnoredDuringExecution",
                        List.of(
                                map(
                                        "topologyKey",
                                        "kubernetes.io/hostname",
                                        "labelSelector",
                                        map("matchLabels", labels(role))))));
    }

    private Map<String, Object> spread() {
        return map(
                "maxSkew",
                1,
                "topologyKey",
                "kubernetes.io/hostname",
                "whenUnsatisfiable",
                "ScheduleAnyway",
                "labelSelector",
                map("matchLabels", labels(LOAD)));
    }

    /// An agent refuses a key that others can read, as is a secret for a user other than root.
    private Map<String, Object> keyCopy(Size size) {
        return container(
                "key",
                size,
                List.of("install", "-m", "0400", "/run/loombench-secret/key", KEY),
                List.of(mount("secret", "/run/loombench-secret"), mount("key", "/run/loombench")));
    }

    private Map<String, Object> loadAgent() {
        var command =
                List.of(
                        "loombench",
                        "agent",
                        "--listen=%s-$(%s):%d".formatted(plan.loadJob(), INDEX, PORT),
                        "--key-file=" + KEY);
        var agent = container("agent", plan.agent(), command, mounts());
        agent.put("ports", List.of(map("name", "agent", "containerPort", PORT)));
        // Only until it listens: a probe of a running agent would take time from its load.
        agent.put(
                "startupProbe",
                map("tcpSocket", map("port", PORT), "periodSeconds", 1, "failureThreshold", 120));
        agent.put(
                "env",
                List.of(
                        variable(
                                INDEX,
                                "metadata.annotations['batch.kubernetes.io/job-completion-index']")));
        return agent;
    }

    private Map<String, Object> controller() {
        var controller =
                container(
                        "controller",
                        size(CONTROLLER),
                        List.of("sleep", Integer.toString(LIFETIME_SECONDS)),
                        mounts());
        if (plan.controller().startsServers()) {
            controller.put("env", List.of(variable(ADDRESS, "status.podIP")));
        }
        return controller;
    }

    private static Map<String, Object> variable(String name, String field) {
        return map("name", name, "valueFrom", map("fieldRef", map("fieldPath", field)));
    }

    private Map<String, Object> container(
            String name, Size size, List<String> command, List<Map<String, Object>> mounts) {
        return map(
                "name", name,
                "image", plan.image(),
                "command", List.copyOf(command),
                "workingDir", WORK,
                "resources", resources(size),
                "securityContext",
                        map(
                                "allowPrivilegeEscalation",
                                false,
                                "capabilities",
                                map("drop", List.of("ALL"))),
                "volumeMounts", mounts);
    }

    /// Requests that equal the limits give the quality of service "Guaranteed".
    private static Map<String, Object> resources(Size size) {
        var both = map("cpu", Integer.toString(size.cpus()), "memory", size.memory());
        return map("requests", both, "limits", both);
    }

    private Size size(String role) {
        return role.equals(CONTROLLER) && plan.controller().startsServers()
                ? plan.server()
                : plan.agent();
    }

    private static List<Map<String, Object>> mounts() {
        return List.of(mount("key", "/run/loombench"), mount("work", WORK));
    }

    private static Map<String, Object> mount(String volume, String path) {
        return map("name", volume, "mountPath", path);
    }

    private Map<String, Object> metadata(String name, String role) {
        return map("name", name, "labels", labels(role));
    }

    private Map<String, Object> labels(String role) {
        return map("app.kubernetes.io/name", "loombench", INSTANCE, plan.name(), COMPONENT, role);
    }

    /// A map in the order of its keys and values.
    private static Map<String, Object> map(Object... keysAndValues) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}
