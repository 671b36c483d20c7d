#!/usr/bin/env bash
# testssl-batch.sh ROOT.pem FOLDER, with lines "name host address port sections" on standard input: testssl.sh on many
# hosts. Sections: "p" for protocols, "S" for the certificate, "s" for cipher categories, "f" for forward secrecy.
# Its start takes up to a minute, so it starts once and each host has a subshell. What no fact is compared from is left
# out: NPN, ALPN, resumption, the server's clock, its extensions, what it serves, certificate transparency.
# FOLDER/<name>.json gets the findings. Prints "name seconds" for each host that is finished.
root=$1 folder=$2 limit=${TESTSSL_LIMIT:-240}
# Everything of testssl.sh except for its main part.
source <(sed '/^################# main/,$d' "$(command -v testssl)")
run_npn() { :; }
run_alpn() { :; }
sub_session_resumption() { return 1; }
tls_time() { :; }
determine_tls_extensions() { return 1; }
service_detection() { SERVICE=HTTP; }
determine_sizelimitbug() { :; }
certificate_transparency() { CERTIFICATE_TRANSPARENCY_SOURCE=no; }

# Two programs started for each answer, and up to a second waited after it, are most of its time.
exec 9<> <(:)
sleep() { read -rt "${1:-1}" -u 9; }
wait_kill() {
  local left=$(($2 * 20))
  HAD_SLEPT=0
  while kill -0 "$1" 2>/dev/null; do
    ((left-- > 0)) || break
    sleep 0.05
  done
  if ((left >= 0)); then return 0; fi
  kill "$1" 2>/dev/null
  wait "$1" 2>/dev/null
  return 3
}

lets_roll init
initialize_globals
check_base_requirements
parse_cmd_line --quiet --color 0 --warnings off --nodns none --ip 127.0.0.1 --add-ca "$root" \
  --jsonfile "$folder/all.json" -p host.test:443
get_install_dir
# shellcheck source=/dev/null
source "$TLS_DATA_FILE"
set_color_functions
maketempf
find_openssl_binary
choose_printf
check_resolver_bins
prepare_debug
prepare_arrays
check4openssl_oldfarts >/dev/null
setup_lc_collate
mkdir -p "$folder"
# Its own way to end would wait for input.
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$TEMPDIR"; exit' TERM
while read -r name host address port sections <&3; do
  [[ -n $name ]] || continue
  started=$SECONDS
  (
    has() { [[ $sections == *$1* ]] && echo true || echo false; }
    do_protocols=$(has p) do_server_defaults=$(has S) do_cipherlists=$(has s) do_pfs=$(has f)
    JSONFILE=$folder/$name.json CMDLINE_IP=$address FIRST_FINDING=true
    echo '[' >"$JSONFILE"
    parse_hn_port "$host:$port"
    determine_ip_addresses
    NODEIP=$IPADDRs
    lets_roll ''
  ) </dev/null >"$folder/$name.txt" 2>&1 &
  one=$!
  (
    command sleep "$limit"
    pkill -P "$one"
    kill "$one"
  ) 2>/dev/null &
  watch=$!
  wait "$one" 2>/dev/null
  pkill -P "$watch" 2>/dev/null
  kill "$watch" 2>/dev/null
  echo "$name $((SECONDS - started))" >&4
done 3<&0 4>&1
rm -rf "$TEMPDIR"
