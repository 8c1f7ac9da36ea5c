#!/usr/bin/env bash
# The step of action.yml: which range, which options, and what the job gets to see. Exits as `assay prove` does.
set -euo pipefail

range=$RANGE
if [ -z "$range" ] && [ -n "${PULL_BASE:-}" ]; then
  range=$PULL_BASE..$PULL_HEAD
elif [ -z "$range" ]; then
  # A branch that was pushed for the first time has no commit before it.
  case ${PUSH_BASE:-} in '' | *[!0]*) ;; *) PUSH_BASE='' ;; esac
  range=${PUSH_BASE:-$GITHUB_SHA~1}..$GITHUB_SHA
fi

mkdir -p "$ASSAY_HOME"
if [ "$SANDBOX" = allow-bare ]; then
  printf '{"measure": "unsandboxed"}\n' > "$ASSAY_HOME/config.json"
fi

reports=$ASSAY_HOME/reports
mkdir -p "$reports"
options=(--junit "$reports/prove.xml" --sarif "$reports/prove.sarif" --markdown "$reports/prove.md")
if [ -n "$WAIVE" ]; then
  read -r -a codes <<< "$WAIVE"
  options+=(--waive "${codes[@]}" --why "$WHY")
fi

code=0
"$ASSAY_FOLDER/bin/assay" prove "$range" "${options[@]}" | tee "$reports/prove.txt" || code=$?

if [ -e "$reports/prove.sarif" ]; then
  outcome=$(sed -n 's/^## assay prove: \(no code changed\|not proven\|proven\|refused\).*/\1/p' "$reports/prove.md" | head -1)
  case $outcome in 'no code changed') outcome=nothing-to-prove ;; 'not proven') outcome=unmeasured ;; esac
  {
    echo "outcome=$outcome"
    echo "junit=$reports/prove.xml"
    echo "sarif=$reports/prove.sarif"
  } >> "$GITHUB_OUTPUT"
  cat "$reports/prove.md" >> "$GITHUB_STEP_SUMMARY"
fi
exit "$code"
