#!/usr/bin/env python3
"""Scans websites through a Palisade service and prints grade, score and the worst findings.

    PALISADE_URL=https://scan.example.com PALISADE_KEY=pal_live_… python3 scan.py example.com [example.org …]

Waits for the scan of one site; scans several as one batch in the background.
Needs only Python 3.9. Exits with 1 if a site was not scanned.
"""

import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

SERVICE = os.environ.get("PALISADE_URL", "http://127.0.0.1:3000").rstrip("/") + "/"
KEY = os.environ.get("PALISADE_KEY", "")
SEVERITIES = ["critical", "important", "minor"]


def call(method, path, body=None):
    """Calls the service. Retries while it is busy: the same Idempotency-Key is never charged twice."""
    headers = {"X-API-Key": KEY, "Idempotency-Key": str(uuid.uuid4())}
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    for attempt in range(5):
        request = urllib.request.Request(
            urllib.parse.urljoin(SERVICE, path), data=data, headers=headers, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (409, 503) or attempt == 4:
                raise SystemExit(f"{error.code}: {message_of(error)}") from None
            wait = error.headers.get("Retry-After") or ""
            time.sleep(min(30, int(wait)) if wait.isdigit() else 2)
        except (OSError, http.client.HTTPException) as error:
            # The answer may be lost: the scan is not charged again.
            if attempt == 4:
                raise SystemExit(f"{SERVICE} does not answer: {getattr(error, 'reason', error)}") from None
            time.sleep(2)


def message_of(error):
    """A proxy in front of the service may answer with something else than JSON."""
    try:
        return json.load(error)["error"]
    except (ValueError, TypeError, KeyError):
        return error.reason


def findings(report):
    """Findings that cost points, worst first."""
    found = [{"id": f"headers/{name.lower()}", **entry} for name, entry in report["headers"].items()]
    for section in report.values():
        if isinstance(section, dict) and isinstance(section.get("checks"), list):
            found += section["checks"]
    found = [one for one in found if one["deduction"] > 0]
    return sorted(found, key=lambda one: (SEVERITIES.index(one["severity"]), -one["deduction"]))


def show(report):
    print(f"{report['url']}  {report['grade']}  {report['score']}/100  {report['report_url']}")
    for one in findings(report)[:5]:
        print(f"  {one['severity']:<9} -{one['deduction']:<3} {one['title']}")


def main(urls):
    if not urls:
        raise SystemExit(__doc__)
    if urls[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    if len(urls) == 1:
        show(call("POST", "api/scan/pro", {"url": urls[0]}))
        return 0
    batch = call("POST", "api/scans", {"urls": urls})
    while batch["state"] != "done":
        time.sleep(1)
        batch = call("GET", f"api/scans/{batch['batch_id']}")
    for scan in batch["scans"]:
        if scan["state"] == "done":
            show(call("GET", f"api/reports/{scan['report_id']}"))
        else:
            print(f"{scan['url']}  not scanned: {scan['error']}")
    return 1 if batch["counts"]["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
