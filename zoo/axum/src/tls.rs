//! TLS with a key of its own, and a certificate that it signs itself, made at the start.

use crate::options::KeyKind;
use rcgen::{
    CertificateParams, KeyPair, PKCS_ECDSA_P256_SHA256, PKCS_RSA_SHA256, RsaKeySize::_2048,
};
use std::error::Error;
use std::net::IpAddr;
use std::sync::Arc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use tokio_rustls::rustls::server::ServerSessionMemoryCache;

/// Sessions that clients may resume, as many as in the JDK; the default of rustls is 256.
const SESSIONS: usize = 20_480;

type Failure = Box<dyn Error + Send + Sync>;

pub fn acceptor(kind: KeyKind, listen: IpAddr, http2: bool) -> Result<TlsAcceptor, Failure> {
    let key = match kind {
        KeyKind::Ec => KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256)?,
        KeyKind::Rsa => KeyPair::generate_rsa_for(&PKCS_RSA_SHA256, _2048)?,
    };
    let names = ["localhost", "127.0.0.1", "::1", &listen.to_string()].map(String::from);
    let certificate = CertificateParams::new(names)?.self_signed(&key)?;
    let private = PrivatePkcs8KeyDer::from(key.serialize_der());
    let mut config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], private.into())?;
    config.session_storage = ServerSessionMemoryCache::new(SESSIONS);
    if http2 {
        config.alpn_protocols.push(b"h2".to_vec());
    }
    config.alpn_protocols.push(b"http/1.1".to_vec());
    Ok(TlsAcceptor::from(Arc::new(config)))
}
