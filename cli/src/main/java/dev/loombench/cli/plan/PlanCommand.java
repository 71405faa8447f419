package dev.loombench.cli.plan;

import static java.util.Objects.requireNonNull;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.option.WriteOption;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench plan`: writes what starts agents on other machines.
@Command(
        name = "plan",
        description = {
            "Write what starts agents on other machines: manifests for Kubernetes, or a script"
                    + " with ssh.",
            "",
            "Nothing is started. The controller's command is that of run for an experiment, and"
                    + " that of load for a URL; arguments after -- are added to it."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench plan http://10.0.0.9:8080/ --ssh load1,load2 --write agents.sh -- -c 1k -R 20k",
            "  loombench plan mine.yaml --ssh load1,load2 --write agents.sh -- --listen 10.0.0.1",
            "  loombench plan mine.yaml --kubernetes --image lab/loombench:1 --load-agents 3 \\",
            "            --write plan.yaml"
        })
public final class PlanCommand implements Callable<Integer> {
    private static final String STANDARD_OUTPUT_NAME = "plan.yaml";

    @Spec private @Nullable CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "EXPERIMENT|URL",
            description = "An experiment as in run, or a URL as in load.")
    private String subject = "";

    @Parameters(
            index = "1..*",
            paramLabel = "ARGUMENT",
            description = "After --: further arguments of the controller's command.")
    private List<String> arguments = List.of();

    @Option(
            names = "--kubernetes",
            description = {
                "Write an indexed job of load agents, a pod for the controller, which also starts the"
                        + " servers of an experiment, and a headless service."
            })
    private boolean kubernetes;

    @Mixin private SshOptions ssh = new SshOptions();

    @Mixin private KubernetesOptions objects = new KubernetesOptions();

    @Mixin private WriteOption write = new WriteOption();

    @Override
    public Integer call() {
        var command = requireNonNull(spec).commandLine();
        try {
            var text = text();
            write.file()
                    .ifPresentOrElse(
                            file -> WriteOption.write(file, text, permissions()),
                            () -> command.getOut().print(text));
            command.getOut().flush();
            return ExitCode.OK;
        } catch (WrongInput e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
    }

    private String text() {
        if (kubernetes == ssh.isChosen()) {
            throw new WrongInput("a plan needs either --kubernetes or --ssh");
        }
        var controller = ControllerCommand.of(subject, arguments);
        if (!kubernetes) {
            return ssh.script(controller).render();
        }
        var name = write.file().map(Path::toString).orElse(STANDARD_OUTPUT_NAME);
        return objects.plan(controller).render(ControllerCommand.requirePrintable("--write", name));
    }

    /// A script can be executed.
    private FileAttribute<?> permissions() {
        return PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString(kubernetes ? "rw-------" : "rwx------"));
    }
}
