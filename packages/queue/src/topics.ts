/** Broadcast topics; every message is an id. */
export const SCAN_DONE = 'palisade_scan_done';
export const SCAN_CANCEL = 'palisade_scan_cancel';
export const RENDER_DONE = 'palisade_render_done';
