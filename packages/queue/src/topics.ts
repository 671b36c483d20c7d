/** Broadcast topics; every message is an id, that of progress an id and a word. */
export const SCAN_DONE = 'palisade_scan_done';
/** No row will say how it ended: its result could not be stored. */
export const SCAN_LOST = 'palisade_scan_lost';
export const SCAN_CANCEL = 'palisade_scan_cancel';
/** Someone looks at a page that shows this scan's progress. */
export const SCAN_WATCH = 'palisade_scan_watch';
/** `<scan id> <part that is in>`, for scans that are watched. */
export const SCAN_PROGRESS = 'palisade_scan_progress';
export const RENDER_DONE = 'palisade_render_done';
/** The document could not be stored. */
export const RENDER_LOST = 'palisade_render_lost';
/** A browser's look at a scan's target is over. */
export const BROWSER_DONE = 'palisade_browser_done';
/** No one waits for it any more. */
export const BROWSER_CANCEL = 'palisade_browser_cancel';
