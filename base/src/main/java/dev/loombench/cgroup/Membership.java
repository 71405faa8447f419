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
    private static final String MOUNTS = "sys/fs/cgroup";
    private static final String SELF = "self";

    /// The files of a group differ by version.
    public enum Version {
        V1,
        V2
    }

    /// Those of a process with a controller; of version 2, with whatever controllers the group has.
    ///
    /// From within a container the group of a process in another one is looked for where that
    /// process sees it, and that of a process in this one where this process sees it.
    ///
    /// @param root used in place of `/`
    /// @param process id, or `self`
    /// @param controller of version 1, as in `cpu`
    public static List<Membership> of(Path root, String process, String controller) {
        var own = lines(root, SELF);
        return lines(root, process).stream()
                .flatMap(line ->
                        of(root, process, own.contains(line), line.split(":", 3), controller)
                                .stream())
                .toList();
    }

    private static List<String> lines(Path root, String process) {
        return ControlGroups.text(root.resolve("proc").resolve(process).resolve("cgroup"))
                .orElse("")
                .lines()
                .toList();
    }

    /// @param own whether this process is in the same group
    /// @param parts hierarchy, controllers, path, as in `0::/a/b` of version 2 and
    ///   `4:cpu,cpuacct:/a/b`
    private static Optional<Membership> of(
            Path root, String process, boolean own, String[] parts, String controller) {
        if (parts.length < 3 || !isOf(parts[1], controller)) {
            return Optional.empty();
        }
        var version = parts[1].isEmpty() ? Version.V2 : Version.V1;
        var mount = mount(version, root, parts[1], controller);
        var here = mount.map(folder -> of(version, folder, parts[2]));
        if (own || here.filter(Membership::isThere).isPresent()) {
            return here;
        }
        var there = root.resolve("proc").resolve(process).resolve("root");
        return mount(version, there, parts[1], controller)
                .filter(folder -> holds(folder, process))
                .map(folder -> new Membership(version, folder, folder))
                .or(() ->
                        Optional.of(
                                new Membership(
                                        version,
                                        mount.orElse(root.resolve(MOUNTS).resolve(controller)),
                                        root)));
    }

    /// @param controllers none for version 2
    private static boolean isOf(String controllers, String controller) {
        return controllers.isEmpty()
                || Arrays.asList(controllers.split(",", -1)).contains(controller);
    }

    /// The folder of a hierarchy; empty where it is not mounted.
    private static Optional<Path> mount(
            Version version, Path root, String controllers, String controller) {
        var all = root.resolve(MOUNTS);
        return switch (version) {
            case V2 -> Optional.of(all);
            case V1 ->
                    Stream.of(all.resolve(controllers), all.resolve(controller))
                            .filter(Files::isDirectory)
                            .findFirst();
        };
    }

    private static Membership of(Version version, Path mount, String path) {
        var group = mount.resolve(path.substring(path.startsWith("/") ? 1 : 0)).normalize();
        return new Membership(version, mount, group);
    }

    private static boolean holds(Path group, String process) {
        return ControlGroups.text(group.resolve("cgroup.procs"))
                .filter(processes -> processes.lines().anyMatch(process::equals))
                .isPresent();
    }

    /// A container of version 1 sees its own group as the root of a hierarchy, and the paths of the
    /// machine.
    private boolean isThere() {
        return isVisible() && Files.isDirectory(group);
    }

    public boolean isVisible() {
        return group.startsWith(mount);
    }

    /// The group and those above it; none where it is not visible.
    public Stream<Path> upwards() {
        return Stream.iterate(group, g -> g != null && g.startsWith(mount), Path::getParent);
    }
}
