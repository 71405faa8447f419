package dev.loombench.launch.limit;

import dev.loombench.cgroup.ControlGroups;
import dev.loombench.cgroup.Membership;
import dev.loombench.cgroup.Membership.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/// A control group with the controller of CPU time, in which this process may make others.
///
/// Version 1 has a hierarchy of its own for the controller. In version 2 a group has it where the
/// one above passes it on (`cgroup.subtree_control`), which none but the root can do while it holds
/// processes. So the group of a server is not made in the lab's own, but beside it or further up.
///
/// Source: the kernel's *cgroup-v1/cgroups.rst* and *cgroup-v2.rst*.
///
/// @param group its folder
public record CpuController(Path group, Version version) {
    private static final String CONTROLLER = "cpu";

    /// The nearest one: the lab's own group, or one above it.
    ///
    /// @param root used in place of `/`
    public static Optional<CpuController> find(Path root) {
        return Membership.of(root, "self", CONTROLLER).stream()
                .flatMap(CpuController::upwards)
                .filter(CpuController::isUsable)
                .findFirst();
    }

    /// A group and those above it; only the mount where the group is not visible.
    private static Stream<CpuController> upwards(Membership own) {
        var groups = own.isVisible() ? own.upwards() : Stream.of(own.mount());
        return groups.map(group -> new CpuController(group, own.version()));
    }

    /// The groups whose quotas limit one that is made in it: itself, and those above it.
    ///
    /// @param root used in place of `/`
    ControlGroups limits(Path root) {
        return new ControlGroups(
                ControlGroups.at(root).groups().stream().filter(group::startsWith).toList());
    }

    private boolean isUsable() {
        boolean passesOn =
                switch (version) {
                    case V1 -> true;
                    case V2 -> passesOn();
                };
        return passesOn
                && Files.isWritable(group)
                && Files.isWritable(group.resolve("cgroup.procs"));
    }

    private boolean passesOn() {
        var controllers = ControlGroups.text(group.resolve("cgroup.subtree_control")).orElse("");
        return Arrays.asList(controllers.strip().split(" ", -1)).contains(CONTROLLER);
    }
}
