package dev.loombench.launch.limit;

import dev.loombench.cgroup.ControlGroups;
import dev.loombench.experiment.variant.Cpus;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Optional;

/// Checks of a variant's processors before anything starts.
public final class CpuChecks {
    private static final String REMEDY = "correct the variant's cpus (--cpus)";
    private static final String OF_QUOTA =
            "at least as many as its quota, which else limits nothing";

    private CpuChecks() {}

    /// @param root used in place of `/`
    /// @return the unmet requirement; empty where the variant can have its processors
    public static Optional<UnmetRequirement> check(Cpus cpus, Path root) {
        return switch (cpus) {
            case Cpus.Listed listed ->
                    taskset("processors " + listed.list()).or(() -> allowed(listed));
            case Cpus.Count(int count) ->
                    taskset(processors(count))
                            .or(() -> atLeast(count, processors(count)))
                            .or(() -> within(ControlGroups.at(root), count, processors(count)));
            case Cpus.Quota(double cores) -> atLeast(cores, OF_QUOTA).or(() -> quota(cores, root));
        };
    }

    private static Optional<UnmetRequirement> taskset(String wanted) {
        return CpuSet.taskset().isPresent()
                ? Optional.empty()
                : Optional.of(
                        new UnmetRequirement(
                                "no program taskset on the PATH",
                                "taskset, which keeps the server on " + wanted,
                                "install util-linux (only on Linux), or remove cpus from the variant"));
    }

    private static String processors(int count) {
        return count == 1 ? "1 processor" : count + " processors";
    }

    private static Optional<UnmetRequirement> allowed(Cpus.Listed wanted) {
        return CpuSet.allowed()
                .filter(allowed -> !contains(allowed, wanted))
                .map(allowed -> unmet(allowed, "processors " + wanted.list()));
    }

    private static boolean contains(Cpus.Listed allowed, Cpus.Listed wanted) {
        var missing = wanted.processors();
        missing.andNot(allowed.processors());
        return missing.isEmpty();
    }

    private static Optional<UnmetRequirement> atLeast(double cores, String expected) {
        return CpuSet.allowed()
                .filter(allowed -> allowed.cores() < cores)
                .map(allowed -> unmet(allowed, expected));
    }

    private static UnmetRequirement unmet(Cpus.Listed allowed, String expected) {
        return new UnmetRequirement(
                "the lab may only use processors " + allowed.list(), expected, REMEDY);
    }

    private static Optional<UnmetRequirement> quota(double cores, Path root) {
        return CpuController.find(root)
                .map(controller -> within(controller.limits(root), cores, OF_QUOTA))
                .orElseGet(() ->
                        Optional.of(
                                new UnmetRequirement(
                                        "the lab can write no control group that passes the controller cpu on",
                                        "one below /sys/fs/cgroup, in which it makes a group with the quota",
                                        "run the lab as root or in a group with Delegate=cpu of systemd, or name whole processors (--cpus 1,2), which need none")));
    }

    /// @param groups that limit the server in any case, as those of a container do
    private static Optional<UnmetRequirement> within(
            ControlGroups groups, double cores, String expected) {
        var quota = groups.quotaCores();
        return quota.isPresent() && quota.getAsDouble() < cores
                ? Optional.of(
                        new UnmetRequirement(
                                "the lab's control group has a quota of %s CPUs"
                                        .formatted(BigDecimal.valueOf(quota.getAsDouble())),
                                expected,
                                REMEDY))
                : Optional.empty();
    }
}
