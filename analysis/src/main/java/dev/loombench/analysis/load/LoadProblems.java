package dev.loombench.analysis.load;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.agent.AgentBehind;
import dev.loombench.analysis.validity.agent.AgentClock;
import dev.loombench.analysis.validity.agent.AgentFinding;
import dev.loombench.analysis.validity.agent.AgentLate;
import dev.loombench.analysis.validity.agent.AgentLeft;
import dev.loombench.analysis.validity.generator.GeneratorFinding;
import dev.loombench.analysis.validity.load.ConnectionsNotAchieved;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.analysis.validity.load.Http2Finding.ConnectionErrors;
import dev.loombench.analysis.validity.load.Http2Finding.HeadersLimited;
import dev.loombench.analysis.validity.load.Http2Finding.OneConnection;
import dev.loombench.analysis.validity.load.Http2Finding.StreamErrors;
import dev.loombench.analysis.validity.load.Http2Finding.StreamsLimited;
import dev.loombench.analysis.validity.load.RequestsNotSent;
import dev.loombench.analysis.validity.load.UnrequestedMessages;
import dev.loombench.analysis.validity.machine.ConcurrentRun;
import dev.loombench.analysis.validity.machine.ServerStopped;
import dev.loombench.analysis.validity.response.ResponseFinding.NoGoodResponse;
import dev.loombench.analysis.validity.response.ResponseFinding.RateNotAchieved;
import dev.loombench.analysis.validity.response.ResponseFinding.RequestsUnfinished;
import dev.loombench.analysis.validity.response.ResponseFinding.UnexpectedRedirects;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.AgentFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The findings that make the figures of a load invalid: those of a trial, and those about its
/// target.
///
/// A threshold on errors or on throughput replaces the check of the same figure.
final class LoadProblems {
    /// The only subject of the findings.
    static final String NAME = "this load";

    private final LoadSummary summary;
    private final LoadRequest request;
    private final LoadResult result;
    private final List<LoadResult> loads;
    private final List<ResultFinding> problems = new ArrayList<>();

    private LoadProblems(LoadSummary summary) {
        this.summary = summary;
        this.request = summary.request();
        this.result = summary.result();
        this.loads = List.of(result);
    }

    static List<ResultFinding> of(LoadSummary summary) {
        var checks = new LoadProblems(summary);
        if (summary.besideRun()) {
            checks.problems.add(new ConcurrentRun());
        }
        if (summary.agents().stream().anyMatch(a -> a.loss().isPresent())) {
            checks.agents(); // which explains missing requests, connections and responses
            checks.responses();
        } else {
            checks.all();
        }
        return checks.problems.stream().filter(f -> f.severity() == Severity.INVALID).toList();
    }

    /// What the streams of HTTP/2 mean for the figures, which stay valid.
    static List<ResultFinding> notesOnStreams(LoadResult result) {
        var notes = new ArrayList<ResultFinding>();
        var streams = result.connections().streams().stream().toList();
        ConnectionErrors.of(NAME, List.of(result)).ifPresent(notes::add);
        StreamErrors.of(NAME, streams).ifPresent(notes::add);
        StreamsLimited.of(NAME, streams).ifPresent(notes::add);
        HeadersLimited.of(NAME, streams).ifPresent(notes::add);
        OneConnection.of(NAME, List.of(result)).ifPresent(notes::add);
        return notes;
    }

    /// Agents that were too little late to make the figures invalid.
    static List<ResultFinding> notesOnAgents(LoadSummary summary) {
        return late(summary).stream()
                .filter(late -> late.severity() == Severity.NOTE)
                .<ResultFinding>map(late -> late)
                .toList();
    }

    private void all() {
        overload();
        responses();
        requests();
        if (isAnswered()) { // else missing responses explain the others
            add(ConnectionsNotAchieved.of(NAME, request.traffic(), loads));
        }
        if (!summary.agents().isEmpty()) {
            agents();
        } else if (isAnswered()) {
            problems.addAll(
                    GeneratorFinding.of(NAME, request.model(), request.traffic(), true, loads));
        }
        double stopped = (double) summary.serverStoppedNanos().orElse(0);
        add(ServerStopped.of(NAME, stopped, result.window().seconds()));
        rate();
    }

    private boolean isAnswered() {
        return result.counts().succeeded() > 0;
    }

    /// A server without any good response, not even a late one, is not too slow for the rate.
    private void overload() {
        boolean responds = isAnswered() || result.counts().deadlineLate() > 0;
        if (request.requestCount().isEmpty() && !request.limitsThroughput() && responds) {
            add(LoadOverload.of(summary));
        }
    }

    private void responses() {
        add(NoGoodResponse.of(NAME, request.traffic(), result));
        if (!request.limitsErrors()) {
            if (isAnswered()) {
                add(Errors.of(NAME, request.traffic(), loads));
            }
            add(UnexpectedRedirects.of(NAME, result));
        }
        add(UnrequestedMessages.of(NAME, request.model(), loads));
    }

    private void requests() {
        if (!summary.interrupted()) {
            add(RequestsNotSent.of(NAME, request.requestCount(), loads));
        }
        add(RequestsUnfinished.of(NAME, result));
    }

    private void agents() {
        var behind = AgentBehind.of(NAME, request.model(), summary.agents());
        for (var agent : summary.agents()) {
            add(AgentLeft.of(NAME, agent));
            problems.addAll(generator(agent));
            behind.stream()
                    .filter(finding -> finding.address().equals(agent.address()))
                    .forEach(problems::add);
            add(AgentClock.of(NAME, agent));
        }
        problems.addAll(late(summary));
    }

    private static List<AgentLate> late(LoadSummary summary) {
        boolean byTime = summary.request().requestCount().isEmpty();
        return AgentLate.of(NAME, List.of(summary.agents()), byTime);
    }

    /// The response times of an agent's share are those of the whole load.
    private List<? extends ResultFinding> generator(AgentFigures agent) {
        return agent.result()
                .map(share ->
                        AgentFinding.generators(
                                NAME,
                                agent.address(),
                                request.model(),
                                request.traffic(),
                                true,
                                List.of(share.with(result.intervals()))))
                .orElse(List.of());
    }

    private void rate() {
        if (request.requestCount().isEmpty() && !request.limitsThroughput() && isAnswered()) {
            long service = summary.serviceTime().getValueAtPercentile(50);
            add(
                    RateNotAchieved.of(
                            NAME,
                            request.model(),
                            result,
                            service,
                            request.warmUp().toNanos() / 1e9));
        }
    }

    private void add(Optional<? extends ResultFinding> finding) {
        finding.ifPresent(problems::add);
    }
}
