package dev.loombench.analysis.validity.agent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.validity.generator.GeneratorFinding;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;

/// A limit or a disturbance of an agent's load generator.
///
/// @param address of the agent
/// @param finding about its generator
public record AgentGenerator(String variant, String address, GeneratorFinding finding)
        implements AgentFinding {
    @Override
    public Severity severity() {
        return finding.severity();
    }

    @Override
    public boolean affects(Metric metric) {
        return finding.affects(metric);
    }

    @Override
    public FindingText words(LongerRun longer) {
        return finding.words(longer).about("agent " + address);
    }

    @Override
    public FindingText text(LongerRun longer) {
        return finding.words(longer).about("%s, agent %s".formatted(variant, address));
    }

    @Override
    public FindingText ofLoad() {
        return finding.ofLoad().about("agent " + address);
    }

    /// @param generator figures of the finding about its generator
    public record Figures(String address, Record generator) {}

    @Override
    public Record figures() {
        return new Figures(address, finding.figures());
    }
}
