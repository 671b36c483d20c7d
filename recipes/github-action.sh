#!/usr/bin/env bash
# Run by action.yml. Inputs arrive as variables, never as script text, so a value cannot become a command.
set -uo pipefail

palisade="${PALISADE_BIN:-$PALISADE_ACTION/dist/palisade.mjs}"
if [ ! -f "$palisade" ]; then
  (cd "$PALISADE_ACTION" && npm ci --no-audit --no-fund && npm run -s build:cli) || exit 2
fi

summary="$(mktemp)"
args=(--output "$PALISADE_SARIF" --format sarif --output "$PALISADE_JSON" --format json --output "$summary" --format markdown)
[ -z "$PALISADE_FAIL_UNDER" ] || args+=(--fail-under "$PALISADE_FAIL_UNDER")
[ -z "$PALISADE_BASELINE" ] || args+=(--baseline "$PALISADE_BASELINE")
[ -z "$PALISADE_CONFIG" ] || args+=(--config "$PALISADE_CONFIG")
[ -z "$PALISADE_HEADER" ] || args+=(--header "$PALISADE_HEADER")
set -f # no globbing of * and ?
for gate in $PALISADE_FAIL_ON; do args+=(--fail-on "$gate"); done
urls=()
for url in $PALISADE_URLS; do urls+=("$url"); done
set +f

errors="$(mktemp)"
node "$palisade" scan "${args[@]}" -- "${urls[@]}" 2> >(tee "$errors" >&2)
status=$?
wait
last="$(tail -n 1 "$errors")"
# A workflow command ends at the end of the line; these three characters are special (docs.github.com, workflow commands).
last="${last//'%'/%25}"
last="${last//$'\r'/%0D}"
case "$status" in
  0) ;;
  1) echo "::error title=Palisade::$last" ;;
  *) echo "::error title=Palisade could not scan::$last" ;;
esac
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$summary" >>"$GITHUB_STEP_SUMMARY"
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  grade="$(node -e '
    const order = ["A+", "A", "B", "C", "D", "F"];
    const text = require("node:fs").readFileSync(process.argv[1], "utf8");
    const grades = [JSON.parse(text || "[]")].flat().map(({ grade }) => grade).filter((one) => order.includes(one));
    process.stdout.write(grades.sort((a, b) => order.indexOf(b) - order.indexOf(a))[0] ?? "");
  ' "$PALISADE_JSON" 2>/dev/null)"
  printf 'status=%s\ngrade=%s\n' "$status" "$grade" >>"$GITHUB_OUTPUT"
fi
rm -f "$summary" "$errors"
exit "$status"
