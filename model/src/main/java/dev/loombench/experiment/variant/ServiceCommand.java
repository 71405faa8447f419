package dev.loombench.experiment.variant;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.loombench.text.CommandWords;
import dev.loombench.text.WrongInput;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The user's own service, started by a command in place of a server of the zoo.
///
/// @param words program and arguments, passed to the system without a shell; `{port}` in any of
///   them is the port that the service is to listen on
/// @param ready the event that shows that it accepts requests
/// @param within time limit for that event
/// @param sameAnswers what must be equal in the responses of all variants
/// @param expects the threads that must run its requests; empty where any may
public record ServiceCommand(
        List<String> words,
        Ready ready,
        Duration within,
        SameAnswers sameAnswers,
        @JsonInclude(Include.NON_ABSENT) Optional<RequestThreads> expects)
        implements Subject {
    /// The placeholder for the port.
    public static final String PORT = "{port}";

    /// Variables that name the port: the common one, and those of Spring Boot and Helidon, of
    /// Quarkus and of Micronaut.
    public static final List<String> PORT_VARIABLES =
            List.of("PORT", "SERVER_PORT", "QUARKUS_HTTP_PORT", "MICRONAUT_SERVER_PORT");

    /// Twice the start of a large service.
    public static final Duration DEFAULT_WITHIN = Duration.ofSeconds(60);

    public ServiceCommand {
        words = CommandWords.checked(words);
        if (within.isNegative() || within.isZero()) {
            throw new WrongInput("within must be above 0");
        }
    }

    /// Whether a program is a `java`, which a folder may precede.
    public static boolean isJava(String program) {
        return program.equals("java") || program.endsWith("/java");
    }

    /// Whether an argument takes the port. If none does, the service must use a variable.
    public boolean takesPort() {
        return words.stream().anyMatch(word -> word.contains(PORT));
    }

    ServiceCommand withWords(List<String> others) {
        return new ServiceCommand(others, ready, within, sameAnswers, expects);
    }

    /// The words, in which `***` stands for values that may be secrets.
    public List<String> shownWords() {
        return CommandSecrets.masked(words);
    }

    /// The command on one line, quoted where needed, with these words.
    @Override
    public String summary() {
        return CommandWords.join(shownWords());
    }
}
