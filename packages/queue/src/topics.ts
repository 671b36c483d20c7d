/** Broadcast topics; every message is an id, except progress: an id and a word. */
export const SCAN_DONE = 'palisade_scan_done';
/** No row will record the outcome: its result could not be stored. */
export const SCAN_LOST = 'palisade_scan_lost';
export const SCAN_CANCEL = 'palisade_scan_cancel';
/** A page that shows this scan's progress is open. */
export const SCAN_WATCH = 'palisade_scan_watch';
/** `<scan id> <finished part>`, for watched scans. */
export const SCAN_PROGRESS = 'palisade_scan_progress';
export const RENDER_DONE = 'palisade_render_done';
/** The document could not be stored. */
export const RENDER_LOST = 'palisade_render_lost';
/** A browser scan of a scan's target has ended. */
export const BROWSER_DONE = 'palisade_browser_done';
/** No caller waits for it any more. */
export const BROWSER_CANCEL = 'palisade_browser_cancel';
