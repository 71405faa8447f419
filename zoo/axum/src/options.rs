//! The command-line options: `--model M --port N [--listen ADDRESS] [--downstream URL]
//! [--http2 true|false] [--tls ec|rsa]`.

use std::net::{IpAddr, Ipv4Addr};

use axum::http::Uri;

const MODEL: &str = "event-loop";

const KNOWN: &str = "--model, --listen, --port, --downstream, --http2, --tls";

const KINDS: [(&str, KeyKind); 2] = [("ec", KeyKind::Ec), ("rsa", KeyKind::Rsa)];

/// The kind of a key: on the curve P-256, or of RSA with 2,048 bits.
#[derive(Clone, Copy)]
pub enum KeyKind {
    Ec,
    Rsa,
}

pub struct Options {
    /// Loopback unless it is given.
    pub listen: IpAddr,
    /// 0 for any free port.
    pub port: u16,
    /// `host:port` of the delay service behind `/downstream`.
    pub downstream: Option<String>,
    /// Whether connections may carry HTTP/2 in place of HTTP/1.1.
    pub http2: bool,
    /// The kind of the certificate; plain TCP without one.
    pub tls: Option<KeyKind>,
}

/// The error says what is expected.
pub fn parse(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut model = None;
    let mut listen = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let mut port = 0;
    let mut downstream = None;
    let mut http2 = false;
    let mut tls = None;
    while let Some(option) = words.next() {
        let value = words.next().ok_or(format!("{option} needs a value"))?;
        match option.as_str() {
            "--model" => model = Some(value),
            "--listen" => listen = address(&value)?,
            "--port" => port = self::port(&value)?,
            "--downstream" => downstream = Some(authority(&value)?),
            "--http2" => http2 = choice(&option, &value, [("true", true), ("false", false)])?,
            "--tls" => tls = Some(choice(&option, &value, KINDS)?),
            _ => {
                return Err(format!("unknown option {option}; known options: {KNOWN}"));
            }
        }
    }
    match model.as_deref() {
        Some(MODEL) => Ok(Options {
            listen,
            port,
            downstream,
            http2,
            tls,
        }),
        Some(other) => Err(format!("no model {other}: this server has {MODEL}")),
        None => Err("--model is missing: which concurrency model?".into()),
    }
}

fn choice<T>(option: &str, text: &str, choices: [(&str, T); 2]) -> Result<T, String> {
    let [first, second] = choices.each_ref().map(|(name, _)| name.to_string());
    choices
        .into_iter()
        .find_map(|(name, choice)| (name == text).then_some(choice))
        .ok_or(format!(
            "{option} must be {first} or {second}, was \"{text}\""
        ))
}

fn address(text: &str) -> Result<IpAddr, String> {
    text.parse()
        .map_err(|_| format!("--listen must be an IP address like 10.0.0.1, was \"{text}\""))
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
