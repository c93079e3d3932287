/** The toast for something that is kept on the device until it can be sent. */
export const KEPT_TOAST = {
  title: 'Saved on this device',
  description: 'We’ll send it when you’re back online.',
} as const
