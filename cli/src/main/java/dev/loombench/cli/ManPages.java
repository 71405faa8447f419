package dev.loombench.cli;

import dev.loombench.base.ProgramVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/// Writes a page for `man` of each command, with the text of its `--help`, and the completion for
/// bash and zsh.
///
/// The generator of picocli writes AsciiDoc, which needs another tool to become a page.
public final class ManPages {
    private static final int WIDTH = 78;

    private ManPages() {}

    /// @param args the folder for `man1` and `completions`
    public static void main(String... args) throws IOException {
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        if (args.length != 1) {
            throw new IllegalArgumentException("expected one folder, was " + args.length);
        }
        var folder = Path.of(args[0]);
        var pages = Files.createDirectories(folder.resolve("man1"));
        for (var page : pages().entrySet()) {
            Files.writeString(pages.resolve(page.getKey() + ".1"), page.getValue());
        }
        Files.writeString(
                Files.createDirectories(folder.resolve("completions")).resolve("loombench"),
                AutoComplete.bash("loombench", commandLine()));
    }

    /// Name -> page.
    static Map<String, String> pages() {
        var root = commandLine();
        var pages = new TreeMap<String, String>();
        pages.put("loombench", page("loombench", root));
        root.getSubcommands()
                .forEach((name, command) -> {
                    if (!command.getCommandSpec().usageMessage().hidden()) {
                        pages.put("loombench-" + name, page("loombench-" + name, command));
                    }
                });
        return pages;
    }

    private static CommandLine commandLine() {
        var nowhere = new PrintWriter(Writer.nullWriter());
        return RootCommand.commandLine(nowhere, nowhere).setUsageHelpWidth(WIDTH);
    }

    private static String page(String name, CommandLine command) {
        var about = command.getCommandSpec().usageMessage().description();
        return """
        .TH %s 1 "" "loombench %s" "Loombench"
        .SH NAME
        %s \\- %s
        .SH DESCRIPTION
        .nf
        %s
        .fi
        .SH SEE ALSO
        https://github.com/loombench/loombench
        """
                .formatted(
                        escaped(name.toUpperCase(Locale.ROOT)),
                        ProgramVersion.VERSION,
                        escaped(name),
                        escaped(about.length == 0 ? "" : about[0]),
                        command.getUsageMessage(Ansi.OFF)
                                .lines()
                                .map(ManPages::escaped)
                                .collect(Collectors.joining("\n")));
    }

    /// A line of text, in which roff sees no request and no escape.
    static String escaped(String line) {
        var text = line.replace("\\", "\\e").replace("-", "\\-");
        return text.startsWith(".") || text.startsWith("'") ? "\\&" + text : text;
    }
}
