package dev.loombench.cgroup;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The group of a process in one hierarchy, as `/proc/PID/cgroup` names it.
///
/// Source: cgroups(7).
///
/// @param mount folder of the hierarchy
/// @param group folder of the group; outside of the mount where it is not visible, as from within a
///   container
public record Membership(Version version, Path mount, Path group) {
    /// The files of a group differ by version.
    public enum Version {
        V1,
        V2
    }

    /// Those of a process with a controller; of version 2, with whatever controllers the group has.
    ///
    /// @param root used in place of `/`
    /// @param process id, or `self`
    /// @param controller of version 1, as in `cpu`
    public static List<Membership> of(Path root, String process, String controller) {
        return ControlGroups.text(root.resolve("proc").resolve(process).resolve("cgroup"))
                .orElse("")
                .lines()
                .flatMap(line -> of(root, line.split(":", 3), controller).stream())
                .toList();
    }

    /// @param parts hierarchy, controllers, path, as in `0::/a/b` of version 2 and
    ///   `4:cpu,cpuacct:/a/b`
    private static Optional<Membership> of(Path root, String[] parts, String controller) {
        if (parts.length < 3) {
            return Optional.empty();
        }
        var all = root.resolve("sys/fs/cgroup");
        if (parts[1].isEmpty()) {
            return Optional.of(of(Version.V2, all, parts[2]));
        }
        return Arrays.asList(parts[1].split(",", -1)).contains(controller)
                ? Stream.of(all.resolve(parts[1]), all.resolve(controller))
                        .filter(Files::isDirectory)
                        .findFirst()
                        .map(mount -> of(Version.V1, mount, parts[2]))
                : Optional.empty();
    }

    private static Membership of(Version version, Path mount, String path) {
        var group = mount.resolve(path.substring(path.startsWith("/") ? 1 : 0)).normalize();
        return new Membership(version, mount, group);
    }

    public boolean isVisible() {
        return group.startsWith(mount);
    }

    /// The group and those above it; none where it is not visible.
    public Stream<Path> upwards() {
        return Stream.iterate(group, g -> g != null && g.startsWith(mount), Path::getParent);
    }
}
