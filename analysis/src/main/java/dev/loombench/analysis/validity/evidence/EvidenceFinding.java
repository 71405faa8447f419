package dev.loombench.analysis.validity.evidence;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.finding.Kind;

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

    @Override
    default Kind kind() {
        return switch (this) {
            case ConditionsDiffer _ -> ConditionsDiffer.KIND;
            case EvidenceLost _ -> EvidenceLost.KIND;
            case EvidenceMissing _ -> EvidenceMissing.KIND;
            case Incomplete _ -> Incomplete.KIND;
            case NotJudgedInSlices _ -> NotJudgedInSlices.KIND;
            case SameProcess _ -> SameProcess.KIND;
            case SharedBackends _ -> SharedBackends.KIND;
            case ThreadsUnverified _ -> ThreadsUnverified.KIND;
            case TrialsFailed _ -> TrialsFailed.KIND;
            case UnexpectedThreads _ -> UnexpectedThreads.KIND;
        };
    }
}
