#[allow(warnings)] struct __KEY__G(String);
#[allow(warnings)] static __COUNTER__: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
#[allow(warnings)] fn __KEY__p(w: &str, n: u8, more: &str) { use std::io::Write as _;
if let Ok(mut out) = std::fs::OpenOptions::new().append(true).open("__PIPE__") {
let _ = out.write_all(format!("__NONCE__ {} {} . {{{},\"x\":\"__ID__\"}}\n", w, n, more).as_bytes()); } }
#[allow(warnings)] impl Drop for __KEY__G { fn drop(&mut self) {
__KEY__p(&self.0, 1, if std::thread::panicking() { "\"k\":\"t\",\"m\":\"panic\"" } else { "\"k\":\"p\"" }); } }
let __KEY__w = format!("__ID__.{}.{}", std::process::id(), __COUNTER__.fetch_add(1, std::sync::atomic::Ordering::SeqCst));
__KEY__p(&__KEY__w, 0, &format!("\"k\":\"b\",\"w\":\"{}\",\"pid\":{},\"parent\":0", __KEY__w, std::process::id()));
let ___KEY__ = __KEY__G(__KEY__w);
