package dev.loombench.analysis.validity.response;

import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;

/// What became of the requests of a load on one target, where that makes its figures invalid.
public sealed interface ResponseFinding extends VariantFinding
        permits NoGoodResponse, RateNotAchieved, RequestsUnfinished, UnexpectedRedirects {
    @Override
    default Topic topic() {
        return Topic.RESPONSE;
    }
}
