import { useSyncExternalStore } from 'react'

const listenToNothing = () => () => undefined

/**
 * What only the browser knows and what doesn't change. The server, and the browser while it hydrates
 * the server's page, have `onServer`.
 *
 * @param read must always return the same value
 */
export function useBrowserValue<T>(read: () => T, onServer: T): T {
  return useSyncExternalStore(listenToNothing, read, () => onServer)
}
