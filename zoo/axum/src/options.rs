//! The command-line options: `--model M --port N [--downstream URL]`.

use axum::http::Uri;

const MODEL: &str = "event-loop";

pub struct Options {
    /// Port on loopback; 0 for any free port.
    pub port: u16,
    /// `host:port` of the delay service behind `/downstream`.
    pub downstream: Option<String>,
}

/// The error says what is expected.
pub fn parse(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut model = None;
    let mut port = 0;
    let mut downstream = None;
    while let Some(option) = words.next() {
        let value = words.next().ok_or(format!("{option} needs a value"))?;
        match option.as_str() {
            "--model" => model = Some(value),
            "--port" => port = self::port(&value)?,
            "--downstream" => downstream = Some(authority(&value)?),
            _ => {
                return Err(format!(
                    "unknown option {option}; known options: --model, --port, --downstream"
                ));
            }
        }
    }
    match model.as_deref() {
        Some(MODEL) => Ok(Options { port, downstream }),
        Some(other) => Err(format!("no model {other}: this server has {MODEL}")),
        None => Err("--model is missing: which concurrency model?".into()),
    }
}

fn port(text: &str) -> Result<u16, String> {
    text.parse()
        .map_err(|_| format!("--port must be a whole number from 0 to 65535, was \"{text}\""))
}

fn authority(text: &str) -> Result<String, String> {
    text.parse::<Uri>()
        .ok()
        .filter(|uri| uri.scheme_str() == Some("http"))
        .and_then(|uri| uri.authority().map(|authority| authority.to_string()))
        .ok_or(format!(
            "--downstream must be a URL like http://127.0.0.1:8080, was \"{text}\""
        ))
}
