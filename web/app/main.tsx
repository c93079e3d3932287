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

// Runs effects right after their render, as React does for input events. By default, Preact runs
// them a frame later, when the next key press may already have changed the state they act on.
options.requestAnimationFrame = queueMicrotask

/** If the emoji check fails to load, emoji stay as they are. */
function ignore(): void {}

// The modules have just run, so start in a new task to keep each task short.
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

  // The server's HTML stays until the first page is ready to replace it.
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
