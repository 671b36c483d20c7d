#!/usr/bin/env bash
# Run once a week, by cron or a scheduled pipeline. Compares scripts and security headers of payment pages, as a
# browser receives them, with the approved ones (PCI DSS 4.0.1, 6.4.3 and 11.6.1).
#   recipes/payment-pages.sh https://shop.example.com /var/lib/palisade-inventory /checkout,/account/cards
#   17 4 * * 1  recipes/payment-pages.sh …   # cron mails what is written to standard error
# The first run approves what it finds. After an intended change: mv latest.json approved.json
# Exit status: 0 nothing changed; 1 something changed, or a payment page was not seen again; 2 usage error; 3 not
# scanned, or no browser was available.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: $0 <url> <folder> [pages]" >&2; exit 2; }
site="$1" folder="$2" pages="${3:-3}"
mkdir -p "$folder"
npx --yes palisade scan "$site" --browser --pages "$pages" --output "$folder/latest.json"
# Without a browser there is no inventory: nothing is approved, and nothing counts as unchanged.
node -e 'process.exit(JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).browser?.looked ? 0 : 1)' \
  "$folder/latest.json" || { echo "no browser visited $site: see $folder/latest.json" >&2; exit 3; }
[ -e "$folder/approved.json" ] || cp "$folder/latest.json" "$folder/approved.json"
npx --yes palisade diff "$folder/approved.json" "$folder/latest.json" --fail-on-regression
