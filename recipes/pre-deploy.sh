#!/usr/bin/env bash
# Run before a deployment goes live: the candidate must be no worse than the current site.
#   recipes/pre-deploy.sh https://www.example.com https://candidate.example.com
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
npx --yes palisade scan "$1" --output "$folder/live.json"
npx --yes palisade scan "$2" --output "$folder/candidate.json" --header "Authorization: Bearer ${CANDIDATE_TOKEN:-none}"
npx --yes palisade diff "$folder/live.json" "$folder/candidate.json" --fail-on-regression
