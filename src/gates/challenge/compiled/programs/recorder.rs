#[allow(warnings)] fn __KEY___r(id: &str, given: &[String]) {
    static SEEN: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());
    let words: Vec<String> = given.iter().map(|each| __KEY___text(each)).collect();
    let list = format!("[{}]", words.join(","));
    let whole = format!("{}{}", id, list);
    if let Ok(mut seen) = SEEN.lock() { if seen.len() > 400 || seen.contains(&whole) { return; } seen.push(whole); }
    __KEY___put(&format!("{{\"k\":\"c\",\"f\":{},\"a\":{},\"t\":0,\"x\":null,\"o\":\"\"}}", __KEY___text(id), __KEY___text(&list)));
}
