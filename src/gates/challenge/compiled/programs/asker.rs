#[allow(warnings)] fn __KEY___one(n: usize, ask: &dyn Fn() -> String) {
    let once = || match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| ask())) {
        Ok(said) => said,
        Err(error) => format!("throws {}", error.downcast_ref::<String>().cloned().or(error.downcast_ref::<&str>().map(|each| each.to_string())).unwrap_or_default()),
    };
    let (first, second) = (once(), once());
    let said = if first == second { first } else { String::from("unsteady") };
    __KEY___put(&format!("{{\"k\":\"q\",\"n\":{},\"o\":{}}}", n, __KEY___text(&said)));
}
#[allow(warnings)] pub fn __KEY___ask() {
    std::panic::set_hook(Box::new(|_| {}));
    // __CALLS__
}
