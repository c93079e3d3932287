/**
 * The events that open pages receive. `notification` and `guidance` are about the member's own;
 * administrators also receive `guidance` when something changed for the team, and only they receive
 * `mailings` and `review` (the queues of stories, reports, first replies, prayer requests and
 * applications). `reload` means that changes were missed. Only `story` has data, and no event says
 * what changed.
 */
export const LIVE_EVENTS = [
  'guidance',
  'daily',
  'prayers',
  'story',
  'notification',
  'settings',
  'live',
  'mailings',
  'review',
  'reload',
] as const
export type LiveEvent = (typeof LIVE_EVENTS)[number]

/** In milliseconds: longer than a slow phone takes from a document to its event stream. */
export const LONGEST_LOOK_BACK_MS = 30_000
