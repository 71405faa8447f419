package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.profile.CodeCosts;
import dev.loombench.analysis.profile.CodeDifference;
import dev.loombench.analysis.profile.CodeProfile;
import dev.loombench.analysis.profile.FrameCost;
import dev.loombench.analysis.profile.FrameDifference;
import dev.loombench.export.Outline.Folded;
import dev.loombench.export.PageTable;
import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.observe.result.Profiler;
import dev.loombench.stats.Interval;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which code costs, in words and tables.
public final class CodeText {
    /// What a figure of a profiled run includes.
    public static final String PROFILED =
            "CPU per request includes the cost of the profiler, in each variant alike.";

    /// The meaning of the figures.
    public static final String LEGEND =
            "self: the frame without what it calls; with calls: with it. CPU time is that of the process, by the kernel, times the share of the samples, and includes the cost of the profiler, in each variant alike.";

    /// Frames of a table.
    private static final int ROWS = 10;

    private static final int BRIEF_FRAMES = 3;
    private static final int BRIEF_DIFFERENCES = 5;
    private static final int RELATED = 3;

    private static final String FEW_BLOCKS =
            "fewer than %d blocks have a profile of both".formatted(CodeDifference.FEWEST_BLOCKS);

    private CodeText() {}

    /// A sentence for each comparison with the first variant.
    ///
    /// @param brief whether frames are named without their packages
    public static List<String> differences(CodeCosts code, boolean brief) {
        var sentences = new ArrayList<String>();
        code.differences().forEach(difference -> sentences.add(sentence(difference, brief)));
        if (code.differences().isEmpty() && compares(code)) {
            sentences.add("code is not compared: " + FEW_BLOCKS + " variants");
        }
        code.differences().stream()
                .map(CodeDifference::first)
                .distinct()
                .flatMap(first -> uncompared(code, first))
                .forEach(sentences::add);
        return sentences;
    }

    /// A sentence for each profile that is not compared with that of the first variant, where
    /// others are.
    private static Stream<String> uncompared(CodeCosts code, String first) {
        return code.profiles().stream()
                .filter(profile -> !profile.variant().equals(first))
                .filter(profile -> code.of(first, profile.cost()).isPresent())
                .filter(profile -> code.differenceOf(profile.variant(), profile.cost()).isEmpty())
                .map(profile ->
                        "%s and %s are not compared in %s: %s"
                                .formatted(
                                        plain(profile.variant()),
                                        plain(first),
                                        noun(profile.cost()),
                                        FEW_BLOCKS));
    }

    private static boolean compares(CodeCosts code) {
        return code.profiles().stream().map(CodeProfile::variant).distinct().count() > 1;
    }

    /// `virtual costs 12.0 µs [10.0 µs, 14.0 µs] more CPU per request than pool-200, of which 8.00
    /// µs [6.00 µs, 10.0 µs] in Cart.total (called by Cart.handle)`.
    private static String sentence(CodeDifference difference, boolean brief) {
        var marked = difference.marked();
        var frames =
                marked.stream()
                        .limit(BRIEF_DIFFERENCES)
                        .map(m -> frame(difference, m, brief))
                        .collect(Collectors.joining("; "));
        if (marked.isEmpty()) {
            return "%s: none of %s differs for certain in %s"
                    .formatted(
                            total(difference),
                            Figures.counted(difference.compared(), "frame"),
                            Figures.counted(difference.blocks(), "block"));
        }
        return total(difference)
                + (difference.total().contains(0) ? ": " : ", of which ")
                + frames
                + (marked.size() > BRIEF_DIFFERENCES
                        ? "; and %,d more".formatted(marked.size() - BRIEF_DIFFERENCES)
                        : "");
    }

    private static String total(CodeDifference difference) {
        var total = difference.total();
        var cost = noun(difference.cost());
        if (total.contains(0)) {
            return "%s and %s do not differ for certain in %s per request, %s %s"
                    .formatted(
                            plain(difference.variant()),
                            plain(difference.first()),
                            cost,
                            signed(difference.cost(), total.point()),
                            ends(difference.cost(), total));
        }
        return "%s costs %s %s %s %s per request than %s"
                .formatted(
                        plain(difference.variant()),
                        amount(difference.cost(), Math.abs(total.point())),
                        ends(difference.cost(), total.point() < 0 ? negative(total) : total),
                        total.point() < 0 ? "less" : "more",
                        cost,
                        plain(difference.first()));
    }

    private static Interval negative(Interval interval) {
        return new Interval(-interval.high(), -interval.point(), -interval.low());
    }

    private static String frame(CodeDifference all, FrameDifference marked, boolean brief) {
        return "%s %s in %s%s"
                .formatted(
                        signed(all.cost(), marked.difference().point()),
                        ends(all.cost(), marked.difference()),
                        name(marked.frame(), brief),
                        related(marked, brief));
    }

    /// ` (called by Cart.handle; calls HashMap.get)`.
    private static String related(FrameDifference marked, boolean brief) {
        var parts = new ArrayList<String>();
        if (!marked.callers().isEmpty()) {
            parts.add("called by " + names(marked.callers(), brief));
        }
        if (!marked.calls().isEmpty()) {
            parts.add("calls " + names(marked.calls(), brief));
        }
        return parts.isEmpty() ? "" : " (%s)".formatted(String.join("; ", parts));
    }

    private static String names(List<String> frames, boolean brief) {
        return frames.stream()
                .limit(RELATED)
                .map(frame -> name(frame, brief))
                .collect(Collectors.joining(", "));
    }

    /// The most costly frames of a variant in one sentence.
    public static String brief(CodeProfile profile) {
        return "%s of %s per %s, most in %s"
                .formatted(
                        amount(profile.cost(), profile.whole()),
                        noun(profile.cost()),
                        profile.per().label(),
                        profile.bySelf().stream()
                                .limit(BRIEF_FRAMES)
                                .map(f ->
                                        "%s (%s)"
                                                .formatted(
                                                        name(f.frame(), true),
                                                        percent(f.self() / profile.whole())))
                                .collect(Collectors.joining(", ")));
    }

    /// How a variant was profiled.
    public static String basis(CodeProfile profile) {
        return "%s of %s per %s, by %s of %s in %s%s"
                .formatted(
                        amount(profile.cost(), profile.whole()),
                        noun(profile.cost()),
                        profile.per().label(),
                        Figures.counted(profile.samples(), "sample"),
                        profile.profilers().stream()
                                .map(Profiler::label)
                                .collect(Collectors.joining(" and ")),
                        profile.trials() == 1
                                ? "1 process"
                                : "%,d processes".formatted(profile.trials()),
                        profile.wholeProcess() || profile.cost() == ProfiledCost.ALLOCATION
                                ? ""
                                : "; Java code only, so that its frames have the CPU time of the collector, the compilers and native code as well");
    }

    /// The most costly frames of each profile.
    ///
    /// @param brief whether frames are named without their packages
    public static List<Folded> tables(CodeCosts code, boolean brief) {
        return code.profiles().stream()
                .map(profile -> new Folded(title(profile), basis(profile), table(profile, brief)))
                .toList();
    }

    /// The frames with the highest cost of their own, then those with the highest cost with what
    /// they call.
    ///
    /// @param brief whether frames are named without their packages
    public static PageTable table(CodeProfile profile, boolean brief) {
        var own = profile.bySelf().stream().limit(ROWS).toList();
        var rows = new ArrayList<FrameCost>(own);
        profile.frames().stream().filter(f -> !own.contains(f)).limit(ROWS).forEach(rows::add);
        return PageTable.ofTexts(
                List.of("frame", "self", "of all", "with calls", "of all calls"),
                rows.stream().map(frame -> row(profile, frame, brief)).toList());
    }

    private static List<String> row(CodeProfile profile, FrameCost frame, boolean brief) {
        return List.of(
                name(frame.frame(), brief),
                amount(profile.cost(), frame.self()),
                percent(frame.self() / profile.whole()),
                amount(profile.cost(), frame.inclusive()),
                percent(frame.share()));
    }

    /// `CPU of virtual per request`.
    public static String title(CodeProfile profile) {
        return "%s of %s per %s"
                .formatted(
                        profile.cost() == ProfiledCost.CPU ? "CPU" : "Allocations",
                        plain(profile.variant()),
                        profile.per().label());
    }

    /// `8.00 µs`, `1.50 KiB`.
    public static String amount(ProfiledCost cost, double value) {
        return switch (cost) {
            case CPU -> Format.time(value);
            case ALLOCATION ->
                    Math.abs(value) < 1024 ? Math.round(value) + " B" : Figures.bytes(value);
        };
    }

    /// `+8.00 µs`, `-8.00 µs`.
    public static String signed(ProfiledCost cost, double value) {
        return (value > 0 ? "+" : "") + amount(cost, value);
    }

    /// `[6.00 µs, 10.0 µs]`.
    public static String ends(ProfiledCost cost, Interval interval) {
        return "[%s, %s]".formatted(amount(cost, interval.low()), amount(cost, interval.high()));
    }

    private static String percent(double share) {
        return Figures.number(100 * share) + " %";
    }

    private static String noun(ProfiledCost cost) {
        return switch (cost) {
            case CPU -> "CPU";
            case ALLOCATION -> "allocations";
        };
    }

    /// `Cart.total` of `com.shop.Cart.total`, where names are brief.
    private static String name(String frame, boolean brief) {
        int method = frame.lastIndexOf('.');
        int type = frame.lastIndexOf('.', method - 1);
        return plain(brief && type > 0 ? frame.substring(type + 1) : frame);
    }
}
