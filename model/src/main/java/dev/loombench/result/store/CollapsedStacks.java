package dev.loombench.result.store;

import dev.loombench.observe.result.ProfiledStack;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// The stacks of a profile, collapsed and compressed by gzip: a line per stack, its frames from the
/// outermost, separated by semicolons, a space and the weight. It is the format of `flamegraph.pl`,
/// speedscope and others.
final class CollapsedStacks {
    /// More text is refused before it is read into memory: the file may come from elsewhere.
    private static final int MAX_BYTES = 256 << 20;

    private CollapsedStacks() {}

    static byte[] bytes(List<ProfiledStack> stacks) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            for (var stack : stacks) {
                var line = String.join(";", stack.frames()) + " " + stack.weight() + "\n";
                out.write(line.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("an array accepts every byte", e);
        }
        return bytes.toByteArray();
    }

    /// @throws IOException when the bytes are not such stacks
    static List<ProfiledStack> parse(byte[] compressed) throws IOException {
        var stacks = new ArrayList<ProfiledStack>();
        var names =
                new HashMap<String, String>(); // one text for each frame, which many stacks have
        for (var line : text(compressed).lines().toList()) {
            stacks.add(stack(line, stacks.size() + 1, names));
        }
        return stacks;
    }

    private static String text(byte[] compressed) throws IOException {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            var bytes = in.readNBytes(MAX_BYTES);
            if (in.read() >= 0) {
                throw new IOException("it has more than %,d bytes".formatted(MAX_BYTES));
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static ProfiledStack stack(String line, int number, Map<String, String> names)
            throws IOException {
        int space = line.lastIndexOf(' ');
        var frames = List.of(line.substring(0, Math.max(0, space)).split(";", -1));
        var weight = line.substring(space + 1);
        if (space < 1 || frames.contains("") || !weight.matches("[1-9]\\d{0,17}")) {
            throw new IOException("line %d is not a stack, as in \"a;b;c 12\"".formatted(number));
        }
        return new ProfiledStack(
                frames.stream().map(frame -> names.computeIfAbsent(frame, _ -> frame)).toList(),
                Long.parseLong(weight));
    }
}
