package dev.loombench.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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
record CpuController(Path group, Version version) {
    /// The files of a quota differ.
    enum Version {
        V1,
        V2
    }

    private static final String CONTROLLER = "cpu";

    /// The nearest one: the lab's own group, or one above it.
    ///
    /// @param root used in place of `/`
    static Optional<CpuController> find(Path root) {
        return lines(root.resolve("proc/self/cgroup")).stream()
                .flatMap(line -> ofHierarchy(root, line))
                .filter(CpuController::isUsable)
                .findFirst();
    }

    /// @param line hierarchy:controllers:path, as in `0::/a/b` of version 2, `4:cpu,cpuacct:/a/b`
    private static Stream<CpuController> ofHierarchy(Path root, String line) {
        var parts = line.split(":", 3);
        if (parts.length < 3) {
            return Stream.empty();
        }
        var all = root.resolve("sys/fs/cgroup");
        if (parts[1].isEmpty()) {
            return upwards(all, parts[2]).map(group -> new CpuController(group, Version.V2));
        }
        return Arrays.asList(parts[1].split(",", -1)).contains(CONTROLLER)
                ? Stream.of(all.resolve(parts[1]), all.resolve(CONTROLLER))
                        .filter(Files::isDirectory)
                        .limit(1)
                        .flatMap(mount -> upwards(mount, parts[2]))
                        .map(group -> new CpuController(group, Version.V1))
                : Stream.empty();
    }

    /// A group and those above it; only the mount where the path is that of another container.
    private static Stream<Path> upwards(Path mount, String path) {
        var group = mount.resolve(path.replaceFirst("^/+", "")).normalize();
        return Stream.iterate(
                group.startsWith(mount) ? group : mount,
                g -> g != null && g.startsWith(mount),
                Path::getParent);
    }

    private boolean isUsable() {
        boolean passesOn =
                switch (version) {
                    case V1 -> true;
                    case V2 ->
                            lines(group.resolve("cgroup.subtree_control")).stream()
                                    .flatMap(line -> Arrays.stream(line.split(" ", -1)))
                                    .anyMatch(CONTROLLER::equals);
                };
        return passesOn
                && Files.isWritable(group)
                && Files.isWritable(group.resolve("cgroup.procs"));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            return List.of(); // hidden from this container
        }
    }
}
