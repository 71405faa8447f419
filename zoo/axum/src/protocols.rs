//! The protocols of the connections: HTTP/1.1, and HTTP/2 and TLS where the options request them.

use crate::http1;
use crate::options::Options;
use crate::tls;
use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use std::io::{Error, Result};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;

/// More streams per connection of HTTP/2 than any load opens; hyper's default is 200.
const MAX_STREAMS: u32 = 1_000_000;

pub struct Protocols {
    http2: bool,
    tls: Option<TlsAcceptor>,
}

impl Protocols {
    pub fn of(options: &Options) -> Result<Protocols> {
        let tls = options
            .tls
            .map(|kind| tls::acceptor(kind, options.listen, options.http2))
            .transpose()
            .map_err(Error::other)?;
        Ok(Protocols {
            http2: options.http2,
            tls,
        })
    }

    /// Serves the connection in a task of its own, after the handshake in another one.
    pub fn serve(&self, connection: TcpStream, router: Router) {
        let http2 = self.http2;
        match self.tls.clone() {
            None => serve(http2, connection, router),
            Some(tls) => {
                tokio::spawn(async move {
                    if let Ok(secured) = tls.accept(connection).await {
                        serve(http2, secured, router);
                    }
                });
            }
        }
    }
}

/// With HTTP/2, the first bytes of the connection decide between it and HTTP/1.1.
fn serve<I>(http2: bool, connection: I, router: Router)
where
    I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    if !http2 {
        http1::serve(connection, router);
        return;
    }
    let service = TowerToHyperService::new(router);
    tokio::spawn(async move {
        let mut builder = Builder::new(TokioExecutor::new());
        builder.http2().max_concurrent_streams(MAX_STREAMS);
        _ = builder
            .serve_connection(TokioIo::new(connection), service)
            .await; // an error ends the connection, and the client sees that
    });
}
