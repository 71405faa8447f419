package dev.loombench.cli.catalog;

import dev.loombench.cli.catalog.ExperimentCatalog.Entry;
import dev.loombench.cli.catalog.ExperimentCatalog.Group;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.launch.Zoo;
import dev.loombench.report.Format;
import dev.loombench.report.scope.CpusText;
import dev.loombench.report.scope.ScopeText;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.LineWrapper;
import dev.loombench.text.Figures;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Experiments and servers as text: an overview with groups folded, one line each, or the details
/// of one.
///
/// @param width columns of a line
record CatalogText(AnsiStyle paint, int width) {
    private static final String GAP = "  ";

    /// The folder of experiments for `loombench capacity`.
    private static final String CAPACITY = "capacity";

    private static final int LABEL = 10;

    /// A heading, and a line per experiment: its name, and its question cut to the width.
    List<String> overview(Group group) {
        var lines = new ArrayList<String>();
        lines.add(
                group.name().isEmpty()
                        ? paint.bold("Experiments") + paint.faint("   loombench run NAME")
                        : paint.bold(group.name() + "/") + paint.faint("   " + usage(group)));
        int longest = longest(group.entries().stream().map(Entry::shortName));
        for (var entry : group.entries()) {
            var start = GAP + padded(entry.shortName(), longest) + GAP;
            lines.add(start + paint.faint(ellipsized(question(entry), width - start.length())));
        }
        return lines;
    }

    /// A line per group of experiments: its name, and the number of its experiments.
    List<String> groups(List<Group> groups) {
        return folded("Groups", "their experiments: loombench list NAME", groups);
    }

    /// A line per article: its name, and the number of its experiments.
    List<String> articles(List<Group> articles) {
        return folded(
                "Articles", "loombench reproduce NAME; their experiments: list NAME", articles);
    }

    private List<String> folded(String heading, String usage, List<Group> groups) {
        var lines = new ArrayList<String>();
        lines.add(paint.bold(heading) + paint.faint("   " + usage));
        int longest = longest(groups.stream().map(Group::name));
        for (var group : groups) {
            var count = Figures.counted(group.entries().size(), "experiment");
            lines.add(GAP + padded(group.name(), longest) + GAP + paint.faint(count));
        }
        return lines;
    }

    private static String usage(Group group) {
        return group.article()
                ? "loombench reproduce " + group.name()
                : group.name().equals(CAPACITY)
                        ? searched(group.name() + "/NAME")
                        : "loombench run %s/NAME".formatted(group.name());
    }

    private static String searched(String name) {
        return "loombench capacity %s --slo OBJECTIVE".formatted(name);
    }

    /// An experiment whose claims are all on the capacity is for a search.
    private static boolean isSearched(Experiment experiment) {
        return !experiment.claims().isEmpty()
                && experiment.claims().stream().noneMatch(Claim::isOfRun);
    }

    /// The question, or the error of a file that cannot be read.
    static String question(Entry entry) {
        try {
            return Format.plain(ExperimentReader.question(entry.file()));
        } catch (WrongInput e) {
            return Format.plain(String.valueOf(e.getMessage()));
        }
    }

    /// The names of all servers, and of those that cannot be launched here.
    List<String> serverNames(Zoo zoo) {
        var lines = new ArrayList<String>();
        lines.add(
                paint.bold("Servers")
                        + paint.faint("   with their models: loombench list servers"));
        var names = zoo.servers().stream().map(ServerDescription::name).toList();
        lines.addAll(LineWrapper.at(width, GAP, Format.plain(String.join(", ", names))));
        var absent =
                names.stream().filter(name -> zoo.unavailableReason(name).isPresent()).toList();
        if (!absent.isEmpty()) {
            lines.addAll(unavailable(GAP, String.join(", ", absent)));
        }
        var fetched = names.stream().filter(zoo::isToBeFetched).toList();
        if (!fetched.isEmpty()) {
            lines.addAll(
                    faint(GAP, "fetched before their first trial: " + String.join(", ", fetched)));
        }
        return lines;
    }

    /// A table with a row per server and the names of its models.
    List<String> servers(Zoo zoo) {
        var lines = new ArrayList<String>();
        lines.add(paint.bold("Servers") + paint.faint("   with their models"));
        int longest = longest(zoo.servers().stream().map(ServerDescription::name));
        for (var server : zoo.servers()) {
            var models = Format.plain(String.join(", ", server.models().keySet()));
            lines.addAll(labelled(GAP + padded(Format.plain(server.name()), longest), models));
            lines.addAll(availability(zoo, server.name(), "    "));
        }
        return lines;
    }

    /// The details of an experiment.
    List<String> experiment(Entry entry, Experiment experiment) {
        var lines = new ArrayList<String>();
        lines.add(paint.bold(entry.name()));
        lines.addAll(LineWrapper.at(width, GAP, Format.plain(experiment.question())));
        lines.add("");
        lines.addAll(field("File", entry.file().toString()));
        lines.addAll(fields("Variants", experiment.variants().stream().map(CatalogText::of)));
        lines.addAll(field("Load", ScopeText.load(experiment)));
        if (!experiment.isBatch()) {
            lines.addAll(field("Requests", ScopeText.requests(experiment)));
        }
        lines.addAll(field("Trials", trials(experiment)));
        lines.addAll(fields("Claims", experiment.claims().stream().map(CatalogText::of)));
        lines.addAll(
                field(
                        "Run",
                        isSearched(experiment)
                                ? searched(entry.name())
                                : "loombench run " + entry.name()));
        return lines;
    }

    /// The details of a server.
    List<String> server(Zoo zoo, ServerDescription server) {
        var lines = new ArrayList<String>();
        lines.add(paint.bold(Format.plain(server.name())));
        lines.addAll(LineWrapper.at(width, GAP, Format.plain(server.about())));
        lines.addAll(availability(zoo, server.name(), GAP));
        int longest = longest(server.models().keySet().stream());
        server.models()
                .forEach((name, model) -> {
                    lines.add("");
                    lines.addAll(
                            labelled(
                                    GAP + padded(Format.plain(name), longest),
                                    Format.plain(model.about())));
                    settings(model)
                            .forEach((setting, about) ->
                                    lines.addAll(
                                            labelled(
                                                    GAP + " ".repeat(longest),
                                                    Format.plain(setting + ": " + about))));
                });
        return lines;
    }

    /// The settings that a user chooses, without those that the lab sets.
    static Map<String, String> settings(ServerDescription.Model model) {
        var settings = new LinkedHashMap<>(model.settings());
        settings.keySet().removeAll(ServerDescription.GIVEN_BY_THE_LAB);
        return settings;
    }

    private static String of(Variant variant) {
        var text = new StringBuilder(variant.name());
        var serverAndModel =
                variant.zooServer()
                        .map(zoo -> "%s %s".formatted(zoo.server(), zoo.model()))
                        .orElseGet(() -> variant.subject().summary());
        if (!variant.name().startsWith(serverAndModel)) {
            text.append(": ").append(serverAndModel);
        }
        variant.settings().forEach((name, value) -> text.append(", %s %s".formatted(name, value)));
        variant.jvm().forEach(flag -> text.append(", ").append(flag));
        variant.jdk().ifPresent(jdk -> text.append(", JDK ").append(jdk.text()));
        variant.cpus().ifPresent(cpus -> text.append(", ").append(CpusText.of(cpus)));
        return text.toString();
    }

    private static String of(Claim claim) {
        return claim.published()
                .map(citation -> "%s (published: %s)".formatted(claim.text(), citation.figure()))
                .orElse(claim.text());
    }

    private static String trials(Experiment experiment) {
        int min = experiment.trials().min();
        int max = experiment.trials().max();
        var number = min == max ? "" + max : "%d to %d".formatted(min, max);
        return experiment.isBatch()
                ? number + " per variant"
                : "%s per variant, each with a warm-up of %s to %s and %s measured"
                        .formatted(
                                number,
                                Units.text(experiment.phases().warmUpMin()),
                                Units.text(experiment.phases().warmUpMax()),
                                Units.text(experiment.phases().measure()));
    }

    /// A field of several texts, with the label in front of the first.
    private List<String> fields(String label, Stream<String> texts) {
        var lines = new ArrayList<String>();
        texts.forEach(text -> lines.addAll(field(lines.isEmpty() ? label : "", text)));
        return lines;
    }

    private List<String> field(String label, String text) {
        return labelled(GAP + padded(label, LABEL), Format.plain(text));
    }

    /// A label and a text, whose further lines are indented below the first.
    private List<String> labelled(String label, String text) {
        var lines = new ArrayList<>(LineWrapper.at(width, " ".repeat(label.length() + 2), text));
        lines.set(0, label + GAP + lines.getFirst().stripLeading());
        return lines;
    }

    /// Why a server cannot be launched here, or that it is fetched first; else nothing.
    private List<String> availability(Zoo zoo, String server, String indent) {
        var why = zoo.unavailableReason(server);
        if (why.isPresent()) {
            return unavailable(indent, why.get());
        }
        return zoo.isToBeFetched(server)
                ? faint(indent, "fetched before its first trial")
                : List.of();
    }

    private List<String> faint(String indent, String text) {
        return LineWrapper.at(width, indent, Format.plain(text)).stream()
                .map(paint::faint)
                .toList();
    }

    private List<String> unavailable(String indent, String why) {
        return LineWrapper.at(width, indent, "unavailable: " + Format.plain(why)).stream()
                .map(paint::bad)
                .toList();
    }

    private static int longest(Stream<String> names) {
        return names.mapToInt(String::length).max().orElse(0);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /// The text, or its first whole words and an ellipsis.
    static String ellipsized(String text, int width) {
        if (text.length() <= width) {
            return text;
        }
        int space = text.lastIndexOf(' ', Math.max(1, width - 1));
        int end = space > 0 ? space : Math.max(1, width - 1);
        return text.substring(0, end).replaceFirst("[,;:]$", "") + "…";
    }
}
