package dev.loombench.requests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.BodyContent;
import dev.loombench.text.RequestTarget;
import dev.loombench.text.ShellWords.Word;
import dev.loombench.text.TextFile;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The options of one `curl` command, and the requests that they describe: one per URL.
final class CurlCommand {
    private static final Set<String> PROGRAMS = Set.of("curl", "curl.exe");

    /// Options that send files as they are.
    private static final Set<String> WHOLE_FILES = Set.of("--data-binary", "--json");

    private final String label;
    private final Iterator<Word> words;
    private final List<Word> urls = new ArrayList<>();
    private final ImportedHeaders headers = new ImportedHeaders();
    private final Set<CurlOption> flags = new HashSet<>();

    /// The names of all options, as they are given.
    private final Set<String> options = new LinkedHashSet<>();

    /// Values of options that make headers, in the order of the options.
    private final Map<CurlOption, String> ofOptions = new EnumMap<>(CurlOption.class);

    private final List<String> query = new ArrayList<>();
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
    private final CurlForm form = new CurlForm();
    private boolean hasData;

    /// The name of the file that is the body of a `PUT`; null without one.
    private @Nullable String uploaded;

    private @Nullable String method;
    private int line;

    private CurlCommand(String label, List<Word> words) {
        this.label = label;
        this.words = words.iterator();
    }

    /// @param label the name of the file in messages
    /// @throws WrongInput when it is not a `curl` command, or has an option that is not supported
    static CurlCommand of(String label, List<Word> words) {
        var command = new CurlCommand(label, words);
        command.parse();
        return command;
    }

    /// The variables of the environment that its headers name.
    Set<String> variables() {
        return headers.variables();
    }

    /// Counts the requests, and adds the origins of their URLs.
    void addTo(RequestTally tally, Set<String> origins, RequestSecrets secrets) {
        for (var url : urls) {
            line = url.line();
            try {
                var target = target(url.text());
                tally.add(
                        method(),
                        secrets.path(target.path()),
                        headers.templates(secrets),
                        body(secrets));
                origins.add(target.origin());
            } catch (WrongInput e) {
                throw error(e.getMessage());
            }
        }
    }

    void dropCookies() {
        headers.dropCookies();
    }

    /// Whether its data are a form with a file, whose content a browser has left out.
    boolean lacksFile() {
        return TextFile.text(data.toByteArray()).filter(LostFiles::areIn).isPresent();
    }

    /// The names of its options, also of those without an effect here.
    Set<String> options() {
        return options;
    }

    /// Whether `curl` would follow redirects.
    boolean followsRedirects() {
        return flags.contains(CurlOption.LOCATION);
    }

    private void parse() {
        var program = words.next();
        line = program.line();
        if (!PROGRAMS.contains(program.text())) {
            throw error(
                    "expected a curl command, found %s; a URL with & or ; must be in quotes"
                            .formatted(CurlTarget.shown(program.text())));
        }
        int first = line;
        while (words.hasNext()) {
            var word = words.next();
            line = word.line();
            if (word.text().startsWith("--")) {
                option(word.text(), "");
            } else if (word.text().startsWith("-") && word.text().length() > 1) {
                cluster(word.text());
            } else {
                urls.add(word);
            }
        }
        line = first;
        if (urls.isEmpty()) {
            throw error("the curl command has no URL");
        }
        addDefaults();
    }

    /// Short options in one word, as in `-sSL` or `-XPOST`.
    private void cluster(String word) {
        for (int i = 1; i < word.length(); i++) {
            if (option("-" + word.charAt(i), word.substring(i + 1))) {
                return;
            }
        }
    }

    /// @param rest of the word: the value, where the option has one
    /// @return whether the option took the rest
    private boolean option(String name, String rest) {
        var option =
                CurlOption.named(name)
                        .orElseThrow(() ->
                                error(
                                        "option %s of curl is not supported; leave it out, or write the request in YAML for --requests-file"
                                                .formatted(TextSanitizer.quoted(name))));
        options.add(name);
        if (!option.hasValue) {
            flags.add(option);
            return false;
        }
        if (rest.isEmpty() && !words.hasNext()) {
            throw error("option %s of curl needs a value".formatted(name));
        }
        set(option, name, rest.isEmpty() ? words.next().text() : rest);
        return true;
    }

    private void set(CurlOption option, String name, String value) {
        switch (option) {
            case METHOD -> method = value;
            case HEADER -> header(value);
            case DATA -> addData(content(name, value), "&");
            case DATA_RAW -> addData(value.getBytes(UTF_8), "&");
            case DATA_ENCODED -> addData(encoded(name, value).getBytes(UTF_8), "&");
            case JSON -> {
                addData(content(name, value), "");
                flags.add(option);
            }
            case FORM, FORM_TEXT -> addPart(option, value);
            case UPLOAD -> upload(name, value);
            case URL -> urls.add(new Word(value, line));
            case QUERY ->
                    query.add(value.startsWith("+") ? value.substring(1) : encoded(name, value));
            case COOKIE -> cookie(value);
            case USER -> ofOptions.put(option, basic(name, value));
            case BEARER -> ofOptions.put(option, "Bearer " + value);
            case USER_AGENT -> ofOptions.put(option, value);
            case REFERER -> ofOptions.put(option, value.replaceFirst("(?s);auto.*", ""));
            case RANGE -> ofOptions.put(option, "bytes=" + value);
            case IGNORED_VALUE -> {}
            case GET, HEAD, COMPRESSED, LOCATION, NO_GLOB, PATH_AS_IS, IGNORED ->
                    throw new IllegalStateException(option + " has no value");
        }
    }

    /// `Name: value`, `Name;` for an empty value, and `Name:` for a header that curl shall not
    /// send.
    private void header(String text) {
        int colon = text.indexOf(':');
        if (colon < 1) {
            if (!text.endsWith(";") || text.length() < 2) {
                throw error("a header must be like Name: value");
            }
            headers.add(text.substring(0, text.length() - 1), "");
            return;
        }
        var value = text.substring(colon + 1).strip();
        if (value.isEmpty()) {
            headers.omit(text.substring(0, colon));
        } else {
            headers.add(text.substring(0, colon), value);
        }
    }

    /// `content`, `=content`, `name=content`, `@file` or `name@file`; the content is
    /// percent-encoded.
    private String encoded(String name, String value) {
        int equals = value.indexOf('=');
        int at = equals < 0 ? value.indexOf('@') : -1;
        int mark = Math.max(equals, at); // one of them at most is there
        var content = value.substring(mark + 1);
        var prefix = mark < 1 ? "" : value.substring(0, mark) + '=';
        return prefix + percentEncoded(at < 0 ? content.getBytes(UTF_8) : file(name, content));
    }

    /// Read as ISO 8859-1, in which a character stands for each byte.
    private static String percentEncoded(byte[] bytes) {
        return URLEncoder.encode(new String(bytes, ISO_8859_1), ISO_8859_1)
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    private void upload(String name, String path) {
        if (uploaded != null) {
            throw error("option %s of curl is supported once".formatted(name));
        }
        data.writeBytes(file(name, path));
        uploaded = path.substring(path.lastIndexOf('/') + 1);
    }

    private void addPart(CurlOption option, String part) {
        try {
            form.add(option == CurlOption.FORM ? CurlFormPart.of(part) : CurlFormPart.ofText(part));
        } catch (WrongInput e) {
            throw error(e.getMessage());
        }
    }

    /// The credentials of RFC 7617.
    private String basic(String name, String user) {
        if (!user.contains(":") || user.contains("${")) {
            throw error(
                    "%s needs a user and a password, as in ada:sesame; for a variable put -H 'Authorization: Basic ${CREDENTIALS}' in its place, and export CREDENTIALS with the Base64 text of user:password before the load"
                            .formatted(name));
        }
        return "Basic " + Base64.getEncoder().encodeToString(user.getBytes(UTF_8));
    }

    private void cookie(String value) {
        if (!value.contains("=") && !value.startsWith("${")) {
            throw error("a file of cookies is not read; give them as NAME=VALUE");
        }
        ofOptions.merge(CurlOption.COOKIE, value, (first, next) -> first + "; " + next);
    }

    /// The bytes of a text, or of the file that it names, of which `-d` leaves out line breaks and
    /// zeros, as in curl.
    private byte[] content(String name, String value) {
        if (!value.startsWith("@")) {
            return value.getBytes(UTF_8);
        }
        var bytes = file(name, value.substring(1));
        return WHOLE_FILES.contains(name) ? bytes : onOneLine(bytes);
    }

    /// The bytes of a file. As in curl, its path is relative to the working directory.
    private byte[] file(String name, String path) {
        if (path.equals("-")) {
            throw error(name + " names standard input, which is not read; name a file");
        }
        try {
            return BodyContent.ofFile(name, path);
        } catch (WrongInput e) {
            throw error(e.getMessage());
        }
    }

    private static byte[] onOneLine(byte[] bytes) {
        var kept = new ByteArrayOutputStream(bytes.length);
        for (byte b : bytes) {
            if (b != '\r' && b != '\n' && b != 0) {
                kept.write(b);
            }
        }
        return kept.toByteArray();
    }

    private void addData(byte[] value, String separator) {
        if (hasData) {
            data.writeBytes(separator.getBytes(UTF_8));
        }
        data.writeBytes(value);
        hasData = true;
    }

    /// The headers of options and of the body: those of `-H` take precedence, also where it leaves
    /// one out, as in `-H Accept:`.
    private void addDefaults() {
        ofOptions.forEach((option, value) -> {
            if (!value.isEmpty()) {
                headers.addDefault(option.header, value);
            }
        });
        requireOneBody();
        if (!form.isEmpty()) {
            if (!headers.change("Content-Type", form::contentType)) {
                headers.addDefault("Content-Type", form.contentType("multipart/form-data"));
            }
        } else if (flags.contains(CurlOption.JSON)) {
            headers.addDefault("Content-Type", "application/json");
            headers.addDefault("Accept", "application/json");
        } else if (hasData && !flags.contains(CurlOption.GET)) {
            headers.addDefault("Content-Type", "application/x-www-form-urlencoded");
        }
        if (flags.contains(CurlOption.COMPRESSED)) {
            headers.addDefault("Accept-Encoding", "deflate, gzip");
        }
    }

    private void requireOneBody() {
        if (!form.isEmpty() && hasData) {
            throw error("-F does not go with -d");
        }
        if (uploaded != null && (hasData || !form.isEmpty() || flags.contains(CurlOption.GET))) {
            throw error("-T does not go with -d, -F and -G");
        }
        if (uploaded != null && urls.size() > 1) {
            throw error("-T goes with one URL; give each other URL a command of its own");
        }
        boolean hasBody = uploaded != null || !form.isEmpty() || hasData;
        if (flags.contains(CurlOption.HEAD) && hasBody && !flags.contains(CurlOption.GET)) {
            throw error("-I does not go with a body; with -G the data of -d is in the URL");
        }
    }

    private String method() {
        if (method != null) {
            return method;
        }
        if (flags.contains(CurlOption.HEAD)) {
            return "HEAD";
        }
        if (uploaded != null) {
            return "PUT";
        }
        boolean sends = !form.isEmpty() || (hasData && !flags.contains(CurlOption.GET));
        return sends ? "POST" : "GET";
    }

    /// The body as a template.
    private String body(RequestSecrets secrets) {
        if (!form.isEmpty()) {
            return form.body(secrets);
        }
        return flags.contains(CurlOption.GET) ? "" : secrets.content(data.toByteArray());
    }

    private RequestTarget target(String url) {
        var queries = new ArrayList<>(query);
        if (flags.contains(CurlOption.GET) && hasData) {
            queries.add(
                    TextFile.text(data.toByteArray())
                            .orElseThrow(() ->
                                    new WrongInput(
                                            "-G has the data in the URL, which must be text in UTF-8")));
        }
        var target = CurlTarget.of(url, queries, flags);
        var file = uploaded;
        return file == null
                ? target
                : CurlTarget.ofUpload(
                        target, percentEncoded(file.getBytes(UTF_8)).replace("+", "%20"));
    }

    private WrongInput error(String message) {
        return new WrongInput("%s:%d: %s".formatted(label, line, message));
    }
}
