#!/usr/bin/env bash
# Run by action.yml. Inputs arrive as variables, never as script text, so a value cannot become a command.
set -uo pipefail

palisade="${PALISADE_BIN:-$PALISADE_ACTION/dist/palisade.mjs}"
if [ ! -f "$palisade" ]; then
  (cd "$PALISADE_ACTION" && npm ci --no-audit --no-fund && npm run -s build:cli) || exit 2
fi

# Inputs are often block scalars or secrets that end with a line break.
for name in PALISADE_FAIL_UNDER PALISADE_BASELINE PALISADE_CONFIG PALISADE_HEADER PALISADE_SARIF PALISADE_JSON; do
  value="${!name}"
  value="${value#"${value%%[![:space:]]*}"}"
  printf -v "$name" %s "${value%"${value##*[![:space:]]}"}"
done

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
case "$status" in
  1 | 3) said="$(tail -n 1 "$errors")" ;;
  *) said="$(grep -vx 'Try --help.' "$errors" | tail -n 8)" ;; # the reason is in the lines before this one
esac
# A workflow command ends at the end of the line; these three characters are special (docs.github.com, workflow commands).
said="${said//'%'/%25}"
said="${said//$'\r'/%0D}"
said="${said//$'\n'/%0A}"
case "$status" in
  0) ;;
  1) echo "::error title=Palisade::$said" ;;
  *) echo "::error title=Palisade could not scan::$said" ;;
esac
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$summary" >>"$GITHUB_STEP_SUMMARY"
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  grade=""
  # Otherwise nothing was written: the file is of an earlier run.
  [ "$status" -ne 0 ] && [ "$status" -ne 1 ] && [ "$status" -ne 3 ] || grade="$(node -e '
    const order = ["A+", "A", "B", "C", "D", "F"];
    const text = require("node:fs").readFileSync(process.argv[1], "utf8");
    const grades = [JSON.parse(text || "[]")].flat().map(({ grade }) => grade).filter((one) => order.includes(one));
    process.stdout.write(grades.sort((a, b) => order.indexOf(b) - order.indexOf(a))[0] ?? "");
  ' "$PALISADE_JSON" 2>/dev/null)"
  printf 'status=%s\ngrade=%s\n' "$status" "$grade" >>"$GITHUB_OUTPUT"
fi
rm -f "$summary" "$errors"
exit "$status"
