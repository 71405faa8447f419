package dev.loombench.load.option;

import dev.loombench.requests.secret.RequestSecrets;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// The message of wrong usage, in which `***` stands for secrets: unknown arguments may have some,
/// as those of curl.
public final class UsageText {
    private UsageText() {}

    public static String of(ParameterException wrong) {
        var message = String.valueOf(wrong.getMessage());
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            for (var word : unmatched.getUnmatched()) {
                message = message.replace(word, RequestSecrets.maskedBody(word));
            }
        }
        return message;
    }
}
