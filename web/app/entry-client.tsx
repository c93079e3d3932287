import '#web/lib/zod-without-eval.ts'
import '#web/app/styles.css'
import { RouterProvider } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createCoverRouter } from '#web/app/cover.tsx'
import { reloadOnMissingChunk } from '#web/app/missing-chunk.ts'
import { createAppRouter } from '#web/app/router.tsx'
import { endHydration } from '#web/lib/hydration.ts'
import { deviceNeutralName } from '#web/lib/neutral-name.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import {
  coverRestoredPages,
  isCovered,
  leaveOnEscape,
  leaveThroughLayer,
  silenceOnExit,
} from '#web/lib/quick-exit.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

coverRestoredPages()
reloadOnMissingChunk()
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

function createApp() {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const router = createAppRouter({
    queryClient: createQueryClient(),
    visit: { locale, timeZone, now: Date.now(), neutralName: deviceNeutralName() },
  })
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
