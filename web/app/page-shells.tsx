import { Bell, Menu, Monitor } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Brand } from '#web/app/brand.tsx'
import { brandClasses, HeaderBar } from '#web/app/header-bar.tsx'
import { QuickExit } from '#web/app/quick-exit.tsx'
import { SkipLink } from '#web/app/skip-link.tsx'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { cn } from '#web/lib/cn.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/*
 * What a page shows until its script runs: the header, and as much of the page as is the same for
 * everyone. `scripts/page-documents.ts` renders it once, and the server puts the site's title and the
 * address of its logo in their places. Nothing in it needs a script; Quick exit is a link.
 */

/** The shells by path. Pages without one have an empty page under the header. */
const SHELLS: Record<string, ReactElement> = {
  '/auth': (
    <AccountFrame title="Welcome back" intro="Sign in and pick up where you left off.">
      <Skeleton className="h-[26rem]" />
    </AccountFrame>
  ),
  '/register': (
    <AccountFrame
      title="Create your account"
      intro="A quiet place to begin the day, among people who walk the same way."
    >
      <Skeleton className="h-[40rem]" />
    </AccountFrame>
  ),
  '/dashboard': (
    <div className="flex flex-col gap-6">
      <header className="flex flex-col gap-1">
        <Skeleton className="h-10 w-64" />
        <p className="text-ink-quiet">One quiet step is enough for today.</p>
      </header>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <ShellLink to="/flow" label="Start Today's Flow" variant="default" />
        <ShellLink to="/daily-actions" label="Daily Actions List" variant="outline" />
        <ShellLink to="/guidance-responses" label="Guidance Responses" variant="outline" />
      </div>
      <Skeleton className="h-40" />
    </div>
  ),
  '/flow': (
    <div className="flex flex-col gap-6">
      <header>
        <p className="font-medium text-ink-quiet">Daily Practice</p>
        <Skeleton className="h-10 w-64" />
      </header>
      <Card className="p-4 pb-1 sm:p-6 sm:pb-2">
        <CardHeader>
          <CardTitle className="max-[22rem]:text-lg">Mood & Gratitude</CardTitle>
          <CardDescription>Only you can read this.</CardDescription>
        </CardHeader>
        <Skeleton className="mb-4 h-60 sm:h-50" />
      </Card>
      <Skeleton className="h-96" />
    </div>
  ),
  '/account': (
    <div className="flex flex-col gap-6">
      <h1>Your account</h1>
      <Skeleton className="h-96" />
    </div>
  ),
  '/live': (
    <div className="flex flex-col gap-6">
      <header className="flex max-w-prose flex-col gap-1">
        <h1>Live Coaching</h1>
        <p className="text-ink-quiet">
          Once a month we meet, listen and ask. Here is the room, and all that belongs to it.
        </p>
      </header>
      <Skeleton className="h-60" />
    </div>
  ),
}

export const SHELL_PATHS = Object.keys(SHELLS)

/** The inside of the app's root element, as static HTML. */
export function renderShell(input: { path: string; logoUrl: string | null }): string {
  return renderToStaticMarkup(
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <ShellHeader {...input} />
      <main
        id="main"
        aria-busy
        className="mx-auto min-h-[calc(100dvh-4rem)] w-full max-w-page px-4 py-8 sm:px-6 sm:py-10"
      >
        {SHELLS[input.path]}
      </main>
    </div>,
  )
}

/** The pictures of the buttons stand where the buttons will be. */
function ShellHeader({ path, logoUrl }: { path: string; logoUrl: string | null }): ReactElement {
  const isForVisitors = path === '/auth' || path === '/register'
  return (
    <HeaderBar>
      <Picture className="md:hidden">
        <Menu aria-hidden size={24} />
      </Picture>
      <span className={brandClasses}>
        <Brand siteTitle="%SITE_TITLE%" logoUrl={logoUrl} />
      </span>
      <div className="grow" />
      {isForVisitors ? null : (
        <Picture>
          <Bell aria-hidden size={20} />
        </Picture>
      )}
      <Picture>
        <Monitor aria-hidden size={20} />
      </Picture>
      <QuickExit />
    </HeaderBar>
  )
}

function Picture(props: { className?: string; children: ReactNode }): ReactElement {
  const classes = buttonVariants({ variant: 'ghost', size: 'icon' })
  return <span className={cn(classes, 'shrink-0', props.className)}>{props.children}</span>
}

interface ShellLinkProps {
  to: string
  label: string
  variant: 'default' | 'outline'
}

function ShellLink({ to, label, variant }: ShellLinkProps): ReactElement {
  return (
    <a href={to} className={buttonVariants({ size: 'lg', variant })}>
      {label}
    </a>
  )
}
