package dev.loombench.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/// Reports of results in a folder.
abstract class ReportFixture extends CommandFixture {
    @TempDir Path results;

    /// @return the exit code
    final int report(Object... args) {
        return execute(
                Stream.concat(
                                Stream.of("report", "--results", results.toString()),
                                Arrays.stream(args))
                        .map(Object::toString)
                        .toArray(String[]::new));
    }
}
