package dev.loombench.cli;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.Terminal;
import dev.loombench.launch.Zoo;
import dev.loombench.report.Format;
import dev.loombench.spec.ServerDescription;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.yaml.SpecReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `loombench list`: experiments, servers and models, each with its sentence.
@Command(
        name = "list",
        description = "List the ready experiments, and the servers with their models.",
        footerHeading = "%nExamples:%n",
        footer = {"  loombench list", "  loombench list | less"})
final class ListCommand implements Callable<Integer> {
    @Spec private CommandSpec command;

    @Override
    public Integer call() {
        var out = command.commandLine().getOut();
        var home = Installation.find();
        var zoo = home.zoo();
        experiments(out, home, zoo.servers());
        servers(out, zoo);
        out.flush();
        return ExitCode.FINE;
    }

    private static void experiments(
            PrintWriter out, Installation home, List<ServerDescription> servers) {
        var paint = Terminal.paint();
        var reader = new SpecReader(servers);
        out.println(paint.bold("Experiments") + paint.faint("   loombench run NAME"));
        var ofArticles = new TreeMap<String, List<Path>>();
        for (var file : home.experiments()) {
            if (file.startsWith(home.articles())) {
                var article = home.articles().relativize(file).getName(0).toString();
                ofArticles.computeIfAbsent(article, _ -> new ArrayList<>()).add(file);
            } else {
                experiment(out, home, file, reader);
            }
        }
        ofArticles.forEach((article, files) -> {
            var name = Format.plain(article);
            out.println();
            out.println(
                    paint.bold("Experiments of the article " + name)
                            + paint.faint("   loombench reproduce " + name));
            files.forEach(file -> experiment(out, home, file, reader));
        });
    }

    private static void experiment(
            PrintWriter out, Installation home, Path file, SpecReader reader) {
        out.println("  " + Format.plain(home.nameOf(file)));
        try {
            out.println("      " + Format.plain(reader.read(file).question()));
        } catch (SpecError wrong) {
            out.println("      " + Terminal.paint().bad(Format.plain(wrong.getMessage())));
        }
    }

    private static void servers(PrintWriter out, Zoo zoo) {
        var paint = Terminal.paint();
        out.println();
        out.println(paint.bold("Servers and their models"));
        for (var server : zoo.servers()) {
            out.println(
                    "  %s  %s"
                            .formatted(
                                    Format.plain(server.name()),
                                    paint.faint(Format.plain(server.about()))));
            zoo.unavailable(server.name())
                    .map(Format::plain)
                    .ifPresent(why -> out.println("      " + paint.bad("unavailable: " + why)));
            server.models()
                    .forEach((name, model) -> {
                        out.println(
                                "      %-16s %s"
                                        .formatted(
                                                Format.plain(name), Format.plain(model.about())));
                        settings(out, model);
                    });
        }
    }

    /// Those that a user chooses: the lab starts what the server leans on, and tells it where.
    private static void settings(PrintWriter out, ServerDescription.Model model) {
        model.settings().entrySet().stream()
                .filter(s -> !ServerDescription.GIVEN_BY_THE_LAB.contains(s.getKey()))
                .forEach(s ->
                        out.println(
                                "      %-16s   %s: %s"
                                        .formatted(
                                                "",
                                                Format.plain(s.getKey()),
                                                Format.plain(s.getValue()))));
    }
}
