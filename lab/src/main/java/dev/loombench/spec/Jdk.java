package dev.loombench.spec;

import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// Which JDK a variant runs on.
public sealed interface Jdk {
    /// As it is written in an experiment.
    String text();

    /// The one in this folder.
    record Home(Path folder) implements Jdk {
        @Override
        public String text() {
            return folder.toString();
        }
    }

    /// The newest of this major version that is found on the machine.
    record Version(int major) implements Jdk {
        public Version {
            if (major < 8 || major > 999) {
                throw new SpecError(
                        "a JDK is named by its major version, as in 21, or its home, was " + major);
            }
        }

        @Override
        public String text() {
            return Integer.toString(major);
        }
    }

    /// A number is a version, all else a path; a folder that is named `21` is `./21`.
    ///
    /// @throws SpecError when it can be neither
    static Jdk of(String text) {
        if (text.matches("\\d{1,9}")) {
            return new Version(Integer.parseInt(text));
        }
        try {
            return new Home(Path.of(text));
        } catch (InvalidPathException e) {
            throw new SpecError(TextSanitizer.quoted(text) + " is no path: " + e.getReason());
        }
    }
}
