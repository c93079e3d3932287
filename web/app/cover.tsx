import {
  createRootRoute,
  createRoute,
  createRouter,
  HeadContent,
  Scripts,
} from '@tanstack/react-router'
import type { FormEvent, ReactElement, ReactNode } from 'react'
import { Frame } from '#web/app/document.tsx'
import { COVER_TITLE, uncover } from '#web/lib/quick-exit.ts'

/* The plain page that is shown at every address for 12 hours after Quick exit. */

const root = createRootRoute({ shellComponent: CoverDocument })
const everyPage = createRoute({ getParentRoute: () => root, path: '$', component: Cover })

// The return type is inferred, as in `router.tsx`.
export function createCoverRouter(nonce?: string) {
  return createRouter({
    routeTree: root.addChildren([everyPage]),
    ...(nonce !== undefined && { ssr: { nonce } }),
  })
}

function CoverDocument({ children }: { children: ReactNode }): ReactElement {
  return (
    <Frame title={COVER_TITLE} siteTitle="" isCovered head={<HeadContent />}>
      {children}
      <Scripts />
    </Frame>
  )
}

function handleSubmit(event: FormEvent): void {
  event.preventDefault()
  uncover()
  window.location.reload()
}

function Cover(): ReactElement {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6">
      <h1 className="text-xl">{COVER_TITLE}</h1>
      {/* Without a script, the server removes the cookie. */}
      {/* biome-ignore lint/correctness/noRestrictedElements: there is nothing to enter. */}
      <form method="post" action="/continue" onSubmit={handleSubmit}>
        <button
          type="submit"
          className="min-h-11 rounded-lg border border-line px-6 font-medium hover:bg-sand"
        >
          Continue
        </button>
      </form>
    </main>
  )
}
