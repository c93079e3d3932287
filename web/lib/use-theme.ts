import { useSyncExternalStore } from 'react'
import { currentTheme, subscribeTheme, type Theme } from '#web/lib/theme.ts'

/** The theme of this device. The server doesn't know it. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribeTheme, currentTheme, () => 'system')
}
