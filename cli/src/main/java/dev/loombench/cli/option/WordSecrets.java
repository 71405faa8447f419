package dev.loombench.cli.option;

import dev.loombench.experiment.variant.AgentOptions;
import dev.loombench.experiment.variant.CommandSecrets;
import dev.loombench.load.option.HeaderText;
import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.traffic.Template;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The secrets in the parts of a command line: those of requests, and of the environment, the
/// commands and the Java agents of services. A variable stands for each.
public final class WordSecrets {
    /// Before a command, as in `jwt=java -jar shop.jar`: it is no name of a secret.
    private static final Pattern VARIANT = Pattern.compile("[A-Za-z][\\w.-]*+=");

    private static final String OPTION = "--";

    private final RequestSecrets secrets = new RequestSecrets(Set.of());

    /// A part as words: an argument, an option, or an option and its value.
    ///
    /// @throws WrongInput when a header has no name; the message does not show its secrets
    public List<Template> templates(TypedWord word) {
        return switch (word) {
            case TypedWord.Argument(var text) -> List.of(argument(text));
            case TypedWord.Option(var name, var longName, var value) ->
                    value.map(text -> List.of(literal(name), Template.of(value(longName, text))))
                            .orElseGet(() -> List.of(literal(name)));
        };
    }

    /// The URL of a request.
    ///
    /// @throws WrongInput when it cannot be read; the message does not show its secrets
    public Template url(String url) {
        return Template.of(secrets.url(url));
    }

    private static Template literal(String text) {
        return Template.of(Template.escaped(text));
    }

    private String value(String option, String value) {
        return switch (option) {
            case "--header" -> header(HeaderText.of(value));
            case "--cookie" -> secrets.literalHeader("Cookie", value);
            case "--body" -> value.startsWith("@") ? Template.escaped(value) : secrets.body(value);
            case "--path" -> secrets.path(value);
            case "--env" -> variable(value);
            case "--java-agent" -> agent(value);
            case "--set" -> setting(value);
            default -> Template.escaped(value);
        };
    }

    private Template argument(String text) {
        var variant = VARIANT.matcher(text);
        int from = variant.lookingAt() ? variant.end() : 0;
        return Template.of(
                Template.escaped(text.substring(0, from)) + inCommand(text.substring(from)));
    }

    /// The command of a service, or an option in it.
    private String inCommand(String text) {
        return CommandSecrets.mapped(text, secrets::secret, Template::escaped);
    }

    /// A setting, of all jars or of one, as in `new:db.password=...`. It is read as an option, in
    /// whose value a space has no meaning.
    private String setting(String setting) {
        int from = setting.lastIndexOf(':', setting.indexOf('=')) + 1;
        var option = inCommand(OPTION + setting.substring(from));
        return Template.escaped(setting.substring(0, from)) + option.substring(OPTION.length());
    }

    private String agent(String agent) {
        int from = agent.indexOf('=') + 1;
        return from == 0
                ? Template.escaped(agent)
                : Template.escaped(agent.substring(0, from))
                        + AgentOptions.mapped(
                                agent.substring(from), secrets::option, Template::escaped);
    }

    private String header(HeaderText header) {
        return Template.escaped(header.name() + ": ")
                + secrets.literalHeader(header.name(), header.value());
    }

    private String variable(String variable) {
        int from = variable.indexOf('=') + 1;
        if (from == 0) {
            return Template.escaped(variable);
        }
        var name = variable.substring(0, from - 1);
        var value = variable.substring(from);
        return Template.escaped(name + "=")
                + (CommandSecrets.inVariable(name, value)
                        ? secrets.secret(name, value)
                        : Template.escaped(value));
    }
}
