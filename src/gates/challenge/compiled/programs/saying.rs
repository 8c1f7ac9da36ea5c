#[allow(warnings)] fn __KEY___put(record: &str) {
    use std::io::Write as _;
    static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    if record.len() > 3500 { return; }
    let n = COUNT.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
    let line = format!("__NONCE__ {}.{}.{} 0 . {}\n", module_path!().replace("::", "_"), std::process::id(), n, record);
    if let Ok(mut out) = std::fs::OpenOptions::new().append(true).open("__PIPE__") { let _ = out.write_all(line.as_bytes()); }
}
#[allow(warnings)] fn __KEY___text(text: &str) -> String {
    let mut all = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => all.push_str("\\\""), '\\' => all.push_str("\\\\"),
            c if (c as u32) < 32 || (c as u32) > 126 => { let mut units = [0u16; 2]; for unit in c.encode_utf16(&mut units) { all.push_str(&format!("\\u{:04x}", unit)); } }
            c => all.push(c),
        }
    }
    all.push('"');
    all
}
