package dev.loombench.cli.catalog;

import dev.loombench.cli.console.Installation;
import dev.loombench.report.Format;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The bundled experiments in groups: those without a group, then by folder, then by article.
///
/// @param groups in the order of the list
record ExperimentCatalog(List<Group> groups) {
    ExperimentCatalog {
        groups = List.copyOf(groups);
    }

    /// @param name name of its folder; empty for the experiments without a group
    /// @param article whether the experiments belong to a published article
    record Group(String name, boolean article, List<Entry> entries) {
        Group {
            entries = List.copyOf(entries);
        }
    }

    /// @param name the name for `run`, with its group
    record Entry(String name, Path file) {
        /// The name without its group.
        String shortName() {
            return name.substring(name.indexOf('/') + 1);
        }
    }

    static ExperimentCatalog of(Installation home) {
        Map<String, List<Entry>> folders = new TreeMap<>();
        Map<String, List<Entry>> articles = new TreeMap<>();
        for (var file : home.experiments()) {
            var name = Format.plain(home.nameOf(file));
            var group = name.substring(0, Math.max(0, name.indexOf('/')));
            (file.startsWith(home.articles()) ? articles : folders)
                    .computeIfAbsent(group, _ -> new ArrayList<>())
                    .add(new Entry(name, file));
        }
        var groups = new ArrayList<Group>();
        folders.forEach((name, entries) -> groups.add(new Group(name, false, entries)));
        articles.forEach((name, entries) -> groups.add(new Group(name, true, entries)));
        return new ExperimentCatalog(groups);
    }

    /// The experiments without a group, as one group without a name; empty where there are none.
    Optional<Group> ungrouped() {
        return groups.stream().filter(group -> group.name().isEmpty()).findFirst();
    }

    /// The groups that belong to no article.
    List<Group> folders() {
        return groups.stream()
                .filter(group -> !group.article() && !group.name().isEmpty())
                .toList();
    }

    List<Group> articles() {
        return groups.stream().filter(Group::article).toList();
    }

    Optional<Group> group(String name) {
        return groups.stream().filter(g -> !name.isEmpty() && g.name().equals(name)).findFirst();
    }

    /// The group of an experiment, with it alone.
    Optional<Group> experiment(String name) {
        return groups.stream()
                .flatMap(group ->
                        group.entries().stream()
                                .filter(entry -> entry.name().equals(name))
                                .map(entry ->
                                        new Group(group.name(), group.article(), List.of(entry))))
                .findFirst();
    }

    /// The names of all groups and experiments.
    List<String> names() {
        return Stream.concat(
                        groups.stream().map(Group::name).filter(name -> !name.isEmpty()),
                        groups.stream().flatMap(group -> group.entries().stream().map(Entry::name)))
                .toList();
    }
}
