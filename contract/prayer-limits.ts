/** How long the texts are, how long a request is open, and how many a member can have. */
export const PRAYER_LIMITS = {
  content: 500,
  answer: 300,
  days: 30,
  /** A request can be renewed in its last days. */
  renewableDays: 5,
  /** Pending or open, per member. It keeps the list short, so everyone's turn comes. */
  open: 3,
} as const
