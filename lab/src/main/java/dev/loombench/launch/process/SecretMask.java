package dev.loombench.launch.process;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// Replaces secret texts in a service's output, such as the values of its environment.
///
/// @param secrets longest first
public record SecretMask(List<String> secrets) {
    /// Shorter values, as in `true` or `8080`, are no secrets, and occur anywhere.
    private static final int SHORTEST = 6;

    private static final String MASK = "***";

    public SecretMask {
        secrets =
                secrets.stream()
                        .filter(secret -> secret.length() >= SHORTEST)
                        .distinct()
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .toList();
    }

    public static SecretMask of(Collection<String> secrets) {
        return new SecretMask(List.copyOf(secrets));
    }

    String of(String line) {
        var masked = line;
        for (var secret : secrets) {
            masked = masked.replace(secret, MASK);
        }
        return masked;
    }
}
