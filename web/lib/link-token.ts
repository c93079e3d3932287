import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Search, textIn, wordIn } from '#web/lib/search.ts'
import { useBrowserValue } from '#web/lib/use-stored-state.ts'

/** The search parameters of a page that a link with a secret opens. */
export interface LinkSearch {
  token?: string
  /** In place of the secret, once the page has read it. */
  link?: 'opened'
}

export function readLinkSearch(search: Search): LinkSearch {
  return { token: textIn(search, 'token'), link: wordIn(search, 'link', ['opened']) }
}

/**
 * The secret of the link that opened a page; null while only the browser knows it, undefined if there
 * is none. It disappears from the address bar, so that neither the browser's history, a picture of the
 * screen nor a copied address has it, and a reload still works.
 */
export function useLinkToken({ token, link }: LinkSearch): string | null | undefined {
  const kept = useKeptToken(null)
  useHiddenToken(token)
  return token ?? (link && kept)
}

/** The same for a secret behind `#`, which the server never sees: undefined until the browser has it. */
export function useFragmentToken(token: string | undefined): string | undefined {
  const kept = useKeptToken(undefined)
  useHiddenToken(token)
  return token ?? kept
}

function useKeptToken<T>(onServer: T): string | T | undefined {
  return useBrowserValue<string | T | undefined>(() => window.history.state?.linkToken, onServer)
}

function useHiddenToken(token: string | undefined): void {
  const router = useRouter()
  useEffect(() => {
    if (token === undefined) return
    const address = new URL(window.location.href)
    if (address.searchParams.has('token')) {
      address.searchParams.delete('token')
      address.searchParams.set('link', 'opened')
    }
    address.hash = ''
    // An entry that wasn't made by the router lacks its keys, and a reload would empty it.
    const { state: keys } = router.latestLocation
    const state = { ...keys, ...window.history.state, linkToken: token }
    // The router replaces the method of `history` with one that opens the new address.
    History.prototype.replaceState.call(window.history, state, '', address)
  }, [router, token])
}
