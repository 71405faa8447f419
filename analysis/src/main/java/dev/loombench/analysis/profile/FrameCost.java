package dev.loombench.analysis.profile;

/// The cost of a frame, mean of the trials.
///
/// @param frame as in `com.shop.Cart.total`
/// @param inclusive with what it calls, in the unit of the profile: ns or bytes
/// @param self without it
/// @param share inclusive, of the whole, 0..1
public record FrameCost(String frame, double inclusive, double self, double share) {}
