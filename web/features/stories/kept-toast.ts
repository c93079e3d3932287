/** What is said of a story or reply that waits for the network. */
export const KEPT_TOAST = {
  title: 'Kept on this device',
  description: 'It is sent when you are online again.',
} as const
