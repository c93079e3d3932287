import '#web/lib/zod-without-eval.ts'
import '#web/app/styles.css'
import { RouterProvider } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createCoverRouter } from '#web/app/cover.tsx'
import { createAppRouter } from '#web/app/router.tsx'
import { endHydration } from '#web/lib/hydration.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import {
  coverRestoredPages,
  isCovered,
  leaveOnEscape,
  leaveThroughLayer,
  silenceOnExit,
} from '#web/lib/quick-exit.ts'
import { deviceVisit } from '#web/lib/visit.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

const RELOADED_AT = 'reloaded-for-chunk'
const RELOAD_AGAIN_AFTER_MS = 60_000

coverRestoredPages()
reloadOnMissingChunk()
// Each in a task of its own, so that a press in between is answered. The first date that is formatted
// loads the browser's calendars, which takes a phone as long as everything in `start`.
setTimeout(() => new Intl.DateTimeFormat())
setTimeout(start)

function start(): void {
  const router = isCovered() ? createCoverRouter() : createApp()
  if ('$_TSR' in window) {
    // A transition, so that React hydrates in slices.
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <RouterClient router={router} />
        </StrictMode>,
      )
    })
  } else {
    // The document has nobody's data, and nothing to press: see `renderShell`.
    endHydration()
    createRoot(document).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    )
  }
}

function createApp() {
  const router = createAppRouter({ queryClient: createQueryClient(), visit: deviceVisit() })
  leaveOnEscape()
  leaveThroughLayer()
  silenceOnExit()
  const stop = router.subscribe('onRendered', () => {
    stop()
    whenIdle(() => {
      import('#web/lib/emoji-support.ts').then(
        (it) => it.markMissingEmoji(),
        // Emoji stay as they are.
        () => undefined,
      )
    })
  })
  return router
}

/**
 * Reloads the page if one of its chunks no longer exists on the server, as after an update. At most
 * once a minute; otherwise the error is shown. Doesn't reload while the server is unreachable.
 */
function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', () => void reloadOnce())
}

async function reloadOnce(): Promise<void> {
  const isReachable = await fetch('/api/health').then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isReachable) return
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT))
    if (Date.now() - last < RELOAD_AGAIN_AFTER_MS) return
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
  } catch {
    // Without storage, the page could reload forever.
    return
  }
  window.location.reload()
}
