package dev.loombench.requests.secret;

import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Texts that look random, as keys and generated passwords do, and not like words, names, numbers,
/// paths or options. A short text, and one of words in lower case, never looks so.
final class RandomText {
    private static final int MIN_LONG = 12;

    /// Borders of letters and digits in a long word that looks random.
    private static final int MANY_BORDERS = 3;

    /// The same of any word.
    private static final int MORE_BORDERS = 4;

    private static final int MIN_PASSWORD = 6;

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9]{8,}+");

    /// With the other characters of Base64 for URLs (RFC 4648).
    private static final Pattern JOINED = Pattern.compile("[A-Za-z0-9_-]{8,}+");

    private static final Pattern BORDER =
            Pattern.compile("(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])");

    private static final Pattern BOTH_CASES = Pattern.compile("(?=.*[a-z]).*[A-Z].*");

    /// Words that programs write as one, as in `UseG1GC` and `PostgreSQLDialect`.
    private static final Pattern CAMEL_CASE =
            Pattern.compile(
                    "[a-z]?(?:[A-Z]{1,5}(?![A-Za-z])|[A-Z]{1,5}(?=[A-Z][a-z])|[A-Z]?[a-z]{2,}+"
                            + "|[0-9]{1,4}(?![0-9]))++");

    /// A word in camel case; the words of a random text are shorter than three characters.
    private static final Pattern PART = Pattern.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+");

    private static final int MIN_PART = 3;

    /// More in a row than words have.
    private static final Pattern CONSONANTS = Pattern.compile("(?i)[b-df-hj-np-tv-xz]{5}");

    /// The groups of a license key, and a long number, as that of a card.
    private static final Pattern NUMBER =
            Pattern.compile(
                    "(?<![\\w-])(?:[A-Z0-9]{4,8}-){2,20}[A-Z0-9]{4,8}(?![\\w-])"
                            + "|(?<![\\w.])[0-9]{12,}+(?![\\w.])");

    /// Base64 with its end.
    private static final Pattern PADDED =
            Pattern.compile("(?<![\\w+/-])[\\w+/-]{6,}+={1,2}(?![^\\s\"',;&)])");

    /// A character of passwords that few other values have.
    private static final Pattern SPECIAL = Pattern.compile("[!#%^&*~@|?<>\\\\`$]");

    private RandomText() {}

    /// Whether a text, or a word in it, looks random.
    static boolean isIn(String text) {
        return NUMBER.matcher(text).find()
                || hasWord(PADDED, text, RandomText::isBase64)
                || hasWord(JOINED, text, RandomText::alternates)
                || hasWord(WORD, text, RandomText::isMixed)
                || isPassword(text);
    }

    private static boolean hasWord(Pattern words, String text, Predicate<String> looksRandom) {
        return words.matcher(text).results().map(MatchResult::group).anyMatch(looksRandom);
    }

    /// Not an option or a name before a value that is empty.
    private static boolean isBase64(String padded) {
        return padded.length() % 4 == 0
                && !padded.startsWith("-")
                && BOTH_CASES.matcher(padded).matches();
    }

    private static boolean alternates(String word) {
        long borders = BORDER.matcher(word).results().count();
        return borders >= MORE_BORDERS || (borders >= MANY_BORDERS && word.length() >= MIN_LONG);
    }

    private static boolean isMixed(String word) {
        boolean isLong = word.length() >= MIN_LONG;
        return BOTH_CASES.matcher(word).matches()
                ? !CAMEL_CASE.matcher(word).matches() || (isLong && hasShortParts(word))
                : isLong && CONSONANTS.matcher(word).find();
    }

    private static boolean hasShortParts(String word) {
        return PART.matcher(word).results().count() * MIN_PART > word.length();
    }

    /// One word with a special character, and with two of lower case, upper case and digits.
    private static boolean isPassword(String text) {
        if (text.length() < MIN_PASSWORD
                || text.contains("://")
                || text.chars().anyMatch(Character::isWhitespace)
                || !SPECIAL.matcher(text).find()) {
            return false;
        }
        int kinds = 0;
        kinds += text.chars().anyMatch(Character::isLowerCase) ? 1 : 0;
        kinds += text.chars().anyMatch(Character::isUpperCase) ? 1 : 0;
        kinds += text.chars().anyMatch(Character::isDigit) ? 1 : 0;
        return kinds >= 2;
    }
}
