package dev.loombench.analysis.validity;

/// What became of the requests of a load on one target, where that makes its figures invalid.
public sealed interface ResponseFinding extends VariantFinding
        permits NoGoodResponse, RateNotAchieved, RequestsUnfinished, UnexpectedRedirects {
    @Override
    default Severity severity() {
        return Severity.INVALID;
    }
}
