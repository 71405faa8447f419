//! The protocols of a build without TLS and HTTP/2.

use crate::http1;
use crate::options::Options;
use axum::Router;
use std::io::{Error, Result};
use tokio::net::TcpStream;

pub struct Protocols;

impl Protocols {
    pub fn of(options: &Options) -> Result<Protocols> {
        match options.http2 || options.tls.is_some() {
            true => Err(Error::other("built with --cfg plain: no --tls, no --http2")),
            false => Ok(Protocols),
        }
    }

    pub fn serve(&self, connection: TcpStream, router: Router) {
        http1::serve(connection, router);
    }
}
