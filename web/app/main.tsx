import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { options } from 'preact'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepFocus } from '#web/app/keep-focus.ts'
import { reloadOnMissingChunk } from '#web/app/missing-chunk.ts'
import { createAppRouter } from '#web/app/router.tsx'
import { AuthProvider } from '#web/features/accounts/auth.tsx'
import { createQueryClient } from '#web/lib/query-client.ts'
import { leaveOnEscape, startUncovered } from '#web/lib/quick-exit.ts'
import { turn } from '#web/lib/turn.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

// Effects run right after the render that asked for them, as React's do for a press or a key. Preact
// alone would run them a frame later, when the next key may have changed what they act on.
options.requestAnimationFrame = queueMicrotask

/** Emoji stay as they are when the check does not arrive. */
function ignore(): void {}

// Each step is a task of its own, so that none holds the browser up: the modules have just run.
void turn().then(() => startUncovered(start))

function start(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id root')

  const app = createRoot(root)
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  leaveOnEscape()
  reloadOnMissingChunk()
  const returnFocus = keepFocus(root)
  const stop = router.subscribe('onRendered', () => {
    stop()
    returnFocus()
    whenIdle(
      () => void import('#web/lib/emoji-support.ts').then((it) => it.markMissingEmoji(), ignore),
    )
  })

  // What the server drew stays until the first page can take its place.
  void router
    .load()
    .then(turn)
    .then(() => {
      app.render(
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <AuthProvider onSignIn={() => void router.invalidate()}>
              <RouterProvider router={router} />
            </AuthProvider>
          </QueryClientProvider>
        </StrictMode>,
      )
    })
}
