package dev.loombench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.yaml.SourceText;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Any bytes give an experiment or a `WrongInput` in bounded time.
class ExperimentMutationTest {
    private static final int ROUNDS = 5_000;
    private static final ExperimentReader READER = new ExperimentReader(SmallZoo.SERVERS);

    /// Text with a meaning in YAML or to the reader, which finds more errors than random bytes.
    private static final String[] SPECIAL_TOKENS = {
        "\n",
        "\t",
        " ",
        "- ",
        ": ",
        "? ",
        "[",
        "]",
        "{",
        "}",
        ",",
        "#",
        "&a ",
        "*a",
        "!",
        "!!str ",
        "|",
        ">",
        "'",
        "\"",
        "%",
        "@",
        "`",
        "---\n",
        "...\n",
        "<<: ",
        "~",
        "\\",
        "\"\\U99999999\"",
        "%YAML 1.1\n---\n",
        "%TAG ! tag:x,2000:\n---\n",
        "\0",
        "\u0085",
        "\u2028",
        "\uFEFF",
        "-1",
        "1e999",
        ".nan",
        "99999999999999999999",
        "0x10",
        "true",
        "null"
    };

    @Test
    void mutated_bytes_give_an_experiment_or_a_wrong_input() {
        var good =
                (WrongExperiments.GOOD + "seed: 7\nmargin: 3%\n").getBytes(StandardCharsets.UTF_8);
        var random = new SplittableRandom(20_260_101);
        var read = 0;
        for (int round = 0; round < ROUNDS; round++) {
            var mutated = good;
            for (int i = random.nextInt(1, 5); i > 0; i--) {
                mutated = mutated(mutated, random);
            }
            read += isExperiment(mutated) ? 1 : 0;
        }
        // Outside this range the mutations would be too mild or too destructive to find errors.
        assertThat(read).isBetween(ROUNDS / 100, ROUNDS / 2);
    }

    private static boolean isExperiment(byte[] bytes) {
        try {
            READER.read(SourceText.of("mutated.yaml", bytes), "mutated");
            return true;
        } catch (WrongInput e) {
            assertThat(e.getMessage()).startsWith("mutated.yaml");
            assertThat(e.getMessage().replace("\n", "")).matches(TextSanitizer::isPrintable);
            return false;
        }
    }

    private static byte[] mutated(byte[] bytes, SplittableRandom random) {
        var from = random.nextInt(bytes.length);
        return switch (random.nextInt(4)) {
            case 0 -> spliced(bytes, from, from + 1, new byte[] {(byte) random.nextInt(256)});
            case 1 -> spliced(bytes, from, Math.min(bytes.length, from + random.nextInt(8)), NONE);
            case 2 -> {
                var length = random.nextInt(Math.min(40, bytes.length - from));
                var piece = java.util.Arrays.copyOfRange(bytes, from, from + length);
                var to = random.nextInt(bytes.length);
                yield spliced(bytes, to, to, piece);
            }
            default -> {
                var token = SPECIAL_TOKENS[random.nextInt(SPECIAL_TOKENS.length)];
                yield spliced(bytes, from, from, token.getBytes(StandardCharsets.UTF_8));
            }
        };
    }

    private static final byte[] NONE = {};

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] piece) {
        var result = new byte[bytes.length - (to - from) + piece.length];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(piece, 0, result, from, piece.length);
        System.arraycopy(bytes, to, result, from + piece.length, bytes.length - to);
        return result;
    }
}
