package dev.loombench.cli.catalog;

import dev.loombench.cli.catalog.ExperimentCatalog.Group;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.OutputOptions;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.launch.Zoo;
import dev.loombench.report.Format;
import dev.loombench.text.Suggestions;
import dev.loombench.text.WrongInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench list`: an overview that fits a screen, with groups, articles and servers folded; all
/// of them, one line each; or the details of one.
@Command(
        name = "list",
        description = "List the bundled experiments, and the servers with their models.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench list                an overview",
            "  loombench list --all          every experiment and server, one line each",
            "  loombench list quickstart     an experiment: variants, load, claims, file",
            "  loombench list choubey-2023   the experiments of a group or an article",
            "  loombench list servers        the servers with their models",
            "  loombench list tomcat         a server: its models and their settings",
            "  loombench list -o json        every experiment and server, for a program"
        })
public final class ListCommand implements Callable<Integer> {
    /// In place of a name: all servers.
    private static final String SERVERS = "servers";

    @Spec private CommandSpec command;

    @Option(
            names = "--all",
            description = "List every experiment and server, one line each, with nothing folded.")
    private boolean all;

    @Mixin private OutputOptions output = new OutputOptions();

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            description =
                    "An experiment, a group or an article, a server, or `servers`. Default: an overview.")
    private @Nullable String name;

    @Override
    public Integer call() {
        if (all && name != null) {
            throw new WrongInput("--all takes no name; found \"%s\"".formatted(Format.plain(name)));
        }
        var form = output.output();
        form.write(document(Installation.find()), command.commandLine().getOut());
        return ExitCode.OK;
    }

    private CatalogDocument document(Installation home) {
        var zoo = home.zoo();
        var catalog = ExperimentCatalog.of(home);
        return name == null
                ? new CatalogDocument(
                        catalog.groups(),
                        zoo.servers(),
                        zoo,
                        text -> all ? everything(catalog, zoo, text) : overview(catalog, zoo, text))
                : details(name.replaceFirst("^articles/", "").replaceFirst("/$", ""), catalog, zoo);
    }

    private static List<String> overview(ExperimentCatalog catalog, Zoo zoo, CatalogText text) {
        var lines = new ArrayList<String>();
        catalog.ungrouped().ifPresent(group -> lines.addAll(text.overview(group)));
        lines.add("");
        lines.addAll(text.groups(catalog.folders()));
        lines.add("");
        lines.addAll(text.articles(catalog.articles()));
        lines.add("");
        lines.addAll(text.serverNames(zoo));
        lines.add("");
        lines.add("Details of one: loombench list NAME; all, one line each: loombench list --all");
        return lines;
    }

    /// A line per experiment and server.
    static List<String> everything(ExperimentCatalog catalog, Zoo zoo, CatalogText text) {
        var lines = new ArrayList<String>();
        for (var group : catalog.groups()) {
            lines.addAll(text.overview(group));
            lines.add("");
        }
        lines.addAll(text.servers(zoo));
        return lines;
    }

    private static CatalogDocument details(String name, ExperimentCatalog catalog, Zoo zoo) {
        if (name.equals(SERVERS) && catalog.experiment(name).isEmpty()) {
            return ofServers(zoo.servers(), zoo, text -> text.servers(zoo));
        }
        return catalog.experiment(name)
                .map(alone -> ofGroup(alone, zoo, text -> details(alone, zoo, text)))
                .or(() ->
                        catalog.group(name)
                                .map(group -> ofGroup(group, zoo, text -> text.overview(group))))
                .or(() ->
                        server(zoo, name)
                                .map(server ->
                                        ofServers(
                                                List.of(server),
                                                zoo,
                                                text -> text.server(zoo, server))))
                .orElseThrow(() -> unknown(name, catalog, zoo));
    }

    private static List<String> details(Group alone, Zoo zoo, CatalogText text) {
        var entry = alone.entries().getFirst();
        return text.experiment(entry, new ExperimentReader(zoo.servers()).read(entry.file()));
    }

    private static CatalogDocument ofGroup(
            Group group, Zoo zoo, Function<CatalogText, List<String>> text) {
        return new CatalogDocument(List.of(group), List.of(), zoo, text);
    }

    private static CatalogDocument ofServers(
            List<ServerDescription> servers, Zoo zoo, Function<CatalogText, List<String>> text) {
        return new CatalogDocument(List.of(), servers, zoo, text);
    }

    private static Optional<ServerDescription> server(Zoo zoo, String name) {
        return zoo.servers().stream().filter(server -> server.name().equals(name)).findFirst();
    }

    private static WrongInput unknown(String name, ExperimentCatalog catalog, Zoo zoo) {
        var known = new ArrayList<>(catalog.names());
        known.add(SERVERS);
        zoo.servers().forEach(server -> known.add(server.name()));
        return new WrongInput(
                "no experiment, group or server \"%s\"%s"
                        .formatted(
                                Format.plain(name),
                                Suggestions.hint(name, known, "loombench list")));
    }
}
