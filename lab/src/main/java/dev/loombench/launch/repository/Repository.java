package dev.loombench.launch.repository;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// A repository in the layout of Maven, on a server or in a folder.
///
/// @param root with a slash at its end
record Repository(URI root) {
    private static final String FILE = "file";
    private static final Pattern QUERY = Pattern.compile("[?#]");
    private static final int CONNECT_MILLIS = 10_000;
    private static final int READ_MILLIS = 30_000;

    /// @param address as in `https://repo.example/maven2` or `file:///srv/maven`. What is fetched
    ///   is checked, so that http will do where it is asked for.
    /// @throws WrongInput when it is none of these
    static Repository at(String address) {
        URI root;
        try {
            root = new URI(address.endsWith("/") ? address : address + "/");
        } catch (URISyntaxException e) {
            throw wrong(address);
        }
        if (!isRepository(root)) {
            throw wrong(address);
        }
        return new Repository(root);
    }

    private static boolean isRepository(URI root) {
        var scheme = root.getScheme();
        if (scheme == null
                || root.isOpaque()
                || root.getRawUserInfo() != null
                || root.getRawQuery() != null
                || root.getRawFragment() != null) {
            return false;
        }
        return switch (scheme) {
            case FILE -> root.getRawAuthority() == null;
            case "https", "http" ->
                    root.getHost() != null && !root.getRawSchemeSpecificPart().contains("@");
            default -> false;
        };
    }

    private static WrongInput wrong(String address) {
        return new WrongInput(
                "no repository %s; expected https://HOST/PATH or file:///FOLDER, without a user name; set %s to one"
                        .formatted(TextSanitizer.quoted(masked(address)), FetchedJars.REPOSITORY));
    }

    /// An address without what precedes the last `@` or follows a `?` or `#`, where a secret may
    /// be. It need not be a URI.
    private static String masked(String address) {
        int at = address.lastIndexOf('@');
        var query = QUERY.matcher(address);
        int end = query.find() ? query.start() : address.length();
        if (end < at) {
            return "…"; // the one or the other begins there
        }
        var shown = at < 0 ? address.substring(0, end) : "…" + address.substring(at, end);
        return end < address.length() ? shown + "…" : shown;
    }

    /// The address of a file.
    ///
    /// @param path below the root
    URI address(String path) {
        return root.resolve(path);
    }

    /// The content of a file.
    ///
    /// @param path below the root
    /// @throws IOException when the repository does not have it, or does not respond
    InputStream open(String path) throws IOException {
        var address = address(path);
        if (FILE.equals(root.getScheme())) {
            return Files.newInputStream(Path.of(address));
        }
        var connection = (HttpURLConnection) address.toURL().openConnection();
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(READ_MILLIS);
        int status = connection.getResponseCode();
        if (status != HttpURLConnection.HTTP_OK) {
            connection.disconnect();
            throw new IOException("HTTP status " + status);
        }
        return connection.getInputStream();
    }
}
