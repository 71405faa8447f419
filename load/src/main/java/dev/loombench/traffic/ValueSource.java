package dev.loombench.traffic;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonProperty.Access;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The source of the values of a name, for each request that uses it.
public sealed interface ValueSource {

    /// The numbers `from`, `from` + 1, ...: no number repeats within a load.
    ///
    /// @param from 0 or more
    record Counter(long from) implements ValueSource {
        public Counter {
            if (from < 0) {
                throw new WrongInput("the start of a counter must be at least 0, was " + from);
            }
        }
    }

    /// Uniformly distributed whole numbers from `min` to `max`, both included, from the run's seed.
    ///
    /// @param min 0 or more
    record Uniform(long min, long max) implements ValueSource {
        public Uniform {
            if (min < 0 || max < min || max == Long.MAX_VALUE) {
                throw new WrongInput(
                        "random must be an ascending range of numbers from 0, like 1..1000, was %d..%d"
                                .formatted(min, max));
            }
        }
    }

    /// A column of a CSV file with a header line. Columns of the same file that are picked in the
    /// same way come from the same row.
    ///
    /// @param random whether rows are drawn from the run's seed; otherwise they are used in order,
    ///   repeatedly
    record Column(Path file, String column, boolean random) implements ValueSource {}

    /// A variable of the lab's environment, such as a token in a header. Its value is read when the
    /// load starts, and never stored.
    record Environment(String variable) implements ValueSource {
        private static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9_]*");

        /// Whether a placeholder without a value of its own is a variable: capitals, digits and _.
        public static boolean isName(String placeholder) {
            return NAME.matcher(placeholder).matches();
        }

        /// The variables that requests name.
        public static Map<String, ValueSource> of(List<Request> requests) {
            var values = new LinkedHashMap<String, ValueSource>();
            requests.stream()
                    .flatMap(request -> request.valueNames().stream())
                    .filter(Environment::isName)
                    .forEach(name -> values.put(name, new Environment(name)));
            return values;
        }
    }

    /// Bytes of a body that are no text, as an image, an archive or a message of protobuf: the same
    /// in each request.
    ///
    /// @param base64 the bytes in Base64
    record Bytes(String base64) implements ValueSource {
        /// Base64 in a file has line breaks.
        private static final Pattern SPACE = Pattern.compile("\\s+");

        /// @throws WrongInput when it is no Base64
        public Bytes {
            base64 = SPACE.matcher(base64).replaceAll("");
            try {
                var _ = Base64.getDecoder().decode(base64);
            } catch (IllegalArgumentException e) {
                throw new WrongInput("the bytes of a body are given in Base64: " + e.getMessage());
            }
        }

        public static Bytes of(byte[] content) {
            return new Bytes(Base64.getEncoder().encodeToString(content));
        }

        /// The bytes themselves.
        public byte[] content() {
            return Base64.getDecoder().decode(base64);
        }

        /// Without the bytes, which may be many.
        @Override
        public String toString() {
            return "Bytes";
        }
    }

    /// A text of an imported request that may be a secret. It is sent unchanged, as it has the form
    /// of its place already, and never stored.
    ///
    /// @param text empty in a stored run
    record Secret(@JsonProperty(value = "text", access = Access.WRITE_ONLY) Optional<String> text)
            implements ValueSource {
        /// @param name under which requests have it
        /// @throws WrongInput when it was not stored
        public String known(String name) {
            return text.orElseThrow(() ->
                    new WrongInput(
                            "the value of ${%s} in a request is not stored with the run, as it may be a secret; start a new run"
                                    .formatted(name)));
        }

        @Override
        public String toString() {
            return "Secret";
        }
    }
}
