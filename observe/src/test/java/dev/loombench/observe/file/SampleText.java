package dev.loombench.observe.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.file.content.FileContent;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Text of JVMs in files, and what is read of it.
final class SampleText {
    static final String PRINT =
            """
            4711:
            2026-11-27 04:00:00
            Full thread dump OpenJDK 64-Bit Server VM (21.0.8+9-LTS mixed mode, sharing):

            "main" #1 [4712] prio=5 os_prio=0 cpu=10.00ms elapsed=12.50s tid=0x00007f nid=4712 runnable  [0x00007f]
               java.lang.Thread.State: RUNNABLE
            \tat Shop.main(Shop.java:9)

            """;

    static final String TEXT_LIST =
            """
            4711
            2026-11-27T04:00:00Z
            21.0.8+9-LTS

            #1 "main"
                  Shop.main(Shop.java:9)

            """;

    static final String JSON_LIST =
            """
            {
              "threadDump": {
                "time": "2026-11-27T04:00:00Z",
                "runtimeVersion": "21.0.8+9-LTS",
                "threadContainers": [{"threads": [
                  {"tid": "1", "name": "a \\"}{\\" b", "stack": ["Shop.main(Shop.java:9)"]},
                  {"tid": "2", "name": "", "stack": ["java.base/java.lang.VirtualThread.run(V.java:1)"]}
                ]}]
              }
            }
            """;

    private SampleText() {}

    /// @param folder where the file is written
    static FileContent read(Path folder, byte[] bytes) throws IOException {
        var file = Files.write(folder.resolve("file.bin"), bytes);
        return FileReading.read(InputFile.of(file.toString()));
    }

    static FileContent read(Path folder, String text) throws IOException {
        return read(folder, text.getBytes(StandardCharsets.UTF_8));
    }

    static void assertRefused(Path folder, byte[] bytes, String reason) {
        assertThatThrownBy(() -> read(folder, bytes))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining(reason);
    }

    static void assertRefused(Path folder, String text, String reason) {
        assertRefused(folder, text.getBytes(StandardCharsets.UTF_8), reason);
    }
}
