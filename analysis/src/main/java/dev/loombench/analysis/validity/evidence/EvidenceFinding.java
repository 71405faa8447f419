package dev.loombench.analysis.validity.evidence;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.Topic;

/// Evidence that is missing, or that cannot answer the experiment's question.
public sealed interface EvidenceFinding extends ResultFinding
        permits ConditionsDiffer,
                EvidenceLost,
                EvidenceMissing,
                Incomplete,
                NotJudgedInSlices,
                SameProcess,
                SharedBackends,
                ThreadsUnverified,
                TrialsFailed,
                UnexpectedThreads {
    @Override
    default Topic topic() {
        return Topic.EVIDENCE;
    }
}
