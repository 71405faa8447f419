package dev.loombench.cli;

import dev.loombench.cli.option.LoadLevelOptions;
import dev.loombench.cli.option.PathOption;
import dev.loombench.cli.option.TrialOptions;
import dev.loombench.cli.option.VariantOption;
import dev.loombench.cli.option.WarmUpOption;
import dev.loombench.experiment.yaml.Overrides;
import dev.loombench.load.option.OptionValues;
import picocli.CommandLine.Mixin;

/// The options of `loombench run` that replace values of an experiment's file.
final class OverrideOptions {
    @Mixin private LoadLevelOptions level = new LoadLevelOptions();
    @Mixin private PathOption path = new PathOption();
    @Mixin private TrialOptions trials = new TrialOptions();
    @Mixin private WarmUpOption warmUp = new WarmUpOption();
    @Mixin private VariantOption variants = new VariantOption();

    Overrides overrides() {
        return new Overrides(
                level.connections(),
                level.rate(),
                path.path(),
                trials.trials(),
                trials.duration().map(OptionValues::withUnit),
                warmUp.longest().map(OptionValues::withUnit),
                variants.variants());
    }
}
