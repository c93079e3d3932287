/** What is said of a story or reply that waits for the network. */
export const KEPT_TOAST = {
  title: 'Kept on this device',
  description: 'We’ll send it when you’re back online.',
} as const
