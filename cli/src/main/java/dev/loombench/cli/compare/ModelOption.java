package dev.loombench.cli.compare;

import dev.loombench.launch.preset.ModelSetup;
import dev.loombench.launch.preset.ThreadModel;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The thread models of `--models`, each of which makes a variant of a jar.
///
/// @param models none without the option
/// @param governor the agent's jar; empty where no model needs it
public record ModelOption(List<ThreadModel> models, Optional<Path> governor) {
    public ModelOption {
        models = List.copyOf(models);
    }

    public static ModelOption none() {
        return new ModelOption(List.of(), Optional.empty());
    }

    /// A variant for each model and each combination of further settings.
    ServiceArguments variants(ServiceJar jar, List<List<Setting.Chosen>> combinations) {
        var variants = new ArrayList<NamedCommand>();
        var notes = new ArrayList<>(List.of(jar.summary()));
        var names = Setting.names(combinations);
        for (var model : models) {
            var setup = jar.setup(model);
            setup.note().ifPresent(note -> notes.add(model.variantName() + ": " + note));
            for (int i = 0; i < combinations.size(); i++) {
                variants.add(
                        new NamedCommand(
                                (model.variantName() + " " + names.get(i)).strip(),
                                jar.words(jvm(model), together(setup, combinations.get(i))),
                                setup.expects()));
            }
        }
        return new ServiceArguments(variants, notes);
    }

    private List<String> jvm(ThreadModel model) {
        return model instanceof ThreadModel.Governed
                ? List.of("-javaagent:" + governor.orElseThrow())
                : List.of();
    }

    private static List<Setting.Chosen> together(
            ModelSetup.Settings setup, List<Setting.Chosen> settings) {
        var all = new ArrayList<Setting.Chosen>();
        setup.settings().forEach((key, value) -> all.add(new Setting.Chosen(key, value)));
        for (var setting : settings) {
            if (setup.settings().containsKey(setting.key())) {
                throw new WrongInput(
                        "--set and --models both choose %s; use one of them"
                                .formatted(setting.key()));
            }
            all.add(setting);
        }
        return all;
    }
}
