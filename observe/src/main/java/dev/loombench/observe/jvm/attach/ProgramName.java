package dev.loombench.observe.jvm.attach;

import dev.loombench.text.TextTable;
import java.util.List;
import java.util.Set;

/// What a JVM runs, as a person names it: the jar, the main class or the source file, as in
/// `shop.jar`, `com.example.Shop` and `Shop.java`.
public final class ProgramName {
    private static final Set<String> MODULE = Set.of("-m", "--module");

    /// Options of `java` whose value is the next word.
    ///
    /// Source: `java.c` of the JDK (`IsWhiteSpaceOption`).
    private static final Set<String> WITH_VALUE =
            Set.copyOf(
                    TextTable.words(
                            """
                            -cp -classpath --class-path -p --module-path --upgrade-module-path
                            --add-modules --limit-modules --enable-native-access --add-exports
                            --add-opens --add-reads --patch-module --source
                            """));

    private ProgramName() {}

    /// By the command line of `java`.
    ///
    /// @param words of it
    /// @return empty where an argument file may name it, and where there is none
    public static String of(List<String> words) {
        for (int i = 1; i < words.size(); i++) {
            var word = words.get(i);
            if (word.equals("-jar")) {
                return i + 1 < words.size() ? lastPart(words.get(i + 1)) : "";
            }
            if (MODULE.contains(word)) {
                return i + 1 < words.size() ? lastPart(words.get(i + 1)) : "";
            }
            if (word.startsWith("--module=")) {
                return lastPart(word.substring(word.indexOf('=') + 1));
            }
            if (WITH_VALUE.contains(word)) {
                i++;
            } else if (word.startsWith("@")) {
                return "";
            } else if (!word.startsWith("-")) {
                return lastPart(word);
            }
        }
        return "";
    }

    /// By what a JVM reports of itself, in which the arguments follow.
    ///
    /// @param command as in `/opt/shop.jar --port 80` and `shop/com.example.Shop`
    static String ofCommand(String command) {
        int end = command.indexOf(' ');
        return lastPart(end < 0 ? command : command.substring(0, end));
    }

    /// The file of a path, and the class of a module.
    private static String lastPart(String text) {
        return text.substring(text.lastIndexOf('/') + 1);
    }
}
