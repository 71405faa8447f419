package dev.loombench.experiment.variant;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// The JDK that a variant runs on.
public sealed interface Jdk {
    /// The text that names it in an experiment.
    String text();

    /// The JDK in this folder.
    record Home(Path folder) implements Jdk {
        @Override
        public String text() {
            return folder.toString();
        }
    }

    /// The newest JDK of this major version on the machine.
    record Version(int major) implements Jdk {
        public Version {
            if (major < 8 || major > 999) {
                throw new WrongInput(
                        "a JDK must be a major version, as in 21, or the path of its home, was "
                                + major);
            }
        }

        @Override
        public String text() {
            return Integer.toString(major);
        }
    }

    /// Parses a version (a number) or a path (anything else); a folder named `21` is `./21`.
    ///
    /// @throws WrongInput when it is neither
    static Jdk of(String text) {
        if (text.matches("\\d{1,9}")) {
            return new Version(Integer.parseInt(text));
        }
        try {
            return new Home(Path.of(text));
        } catch (InvalidPathException e) {
            throw new WrongInput(TextSanitizer.quoted(text) + " is not a path: " + e.getReason());
        }
    }
}
