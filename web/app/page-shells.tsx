import { Bell, ChevronDown, Menu, Monitor } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Brand } from '#web/app/brand.tsx'
import { brandClasses, HeaderBar } from '#web/app/header-bar.tsx'
import { QuickExit } from '#web/app/quick-exit.tsx'
import { SkipLink } from '#web/app/skip-link.tsx'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { VerseFigure } from '#web/features/daily/verse-figure.tsx'
import { FaithIntro } from '#web/features/flow/faith-intro.tsx'
import { FLOW_TABS, FlowTabList, type FlowTabName } from '#web/features/flow/flow-tabs.tsx'
import { GuidanceIntro } from '#web/features/guidance/guidance-intro.tsx'
import { MoodChoice } from '#web/features/moods/mood-choice.tsx'
import { MoodGrid } from '#web/features/moods/mood-grid.tsx'
import { WriteButton } from '#web/features/moods/write-button.tsx'
import { ShareStoryIntro } from '#web/features/stories/share-story-intro.tsx'
import { cn } from '#web/lib/cn.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

/*
 * The shell of each page, shown until the app runs: the header and the parts of the page that are the
 * same for everyone. `scripts/page-documents.ts` renders the shells at build time; the server fills in
 * the site's title and logo and texts from the page's first answers. Shells work without a script.
 */

/** The shells by the names that `server/http/page-documents.ts` uses. Other pages have none. */
const SHELLS: Record<string, ReactElement> = {
  '/auth': (
    <AccountFrame title="Welcome back" intro="Sign in and pick up where you left off.">
      <Skeleton className="h-[26rem]" />
    </AccountFrame>
  ),
  '/register': (
    <AccountFrame
      title="Create your account"
      intro="A quiet place to start the day, with people on the same path."
    >
      <Skeleton className="h-[40rem]" />
    </AccountFrame>
  ),
  '/dashboard': <DashboardShell mood={<MoodChoice value={null} onChange={ignore} />} />,
  '/dashboard&mood': <DashboardShell mood={<Skeleton className="h-14.5 rounded-xl" />} />,
  '/account': (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center justify-between gap-x-6">
        <h1>Your account</h1>
        <a href="/privacy-facts" className={cn(buttonVariants({ variant: 'link' }))}>
          Who can see what about you
        </a>
      </header>
      <Skeleton className="h-96" />
    </div>
  ),
  '/live': (
    <div className="flex flex-col gap-6">
      <header className="flex max-w-prose flex-col gap-1">
        <h1>Live Coaching</h1>
        <p className="text-ink-quiet">
          We meet once a month to listen and ask questions. Join the room, see the schedule and past
          sessions.
        </p>
      </header>
      <Skeleton className="h-60" />
    </div>
  ),
}

function DashboardShell({ mood }: { mood: ReactElement }): ReactElement {
  return (
    <div inert className="flex flex-col gap-6">
      <header className="flex flex-col gap-1">
        <h1>Welcome, {firstText('/api/user', 'anonymousUsername')}</h1>
        <p className="text-ink-quiet">One quiet step is enough for today.</p>
      </header>
      {mood}
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <Card className="flex flex-col">
          <CardHeader>
            <CardTitle>Today’s verse</CardTitle>
          </CardHeader>
          <VerseFigure
            text={firstText('/api/daily', 'verse.text')}
            reference={<span>{firstText('/api/daily', 'verse.reference')}</span>}
          />
          <span className={cn(buttonVariants({ variant: 'outline' }), 'mt-auto self-start')}>
            Read today’s word
          </span>
        </Card>
        <Skeleton className="h-73.5 rounded-xl md:h-75.5" />
      </div>
    </div>
  )
}

/** A placeholder that the server replaces with a text from the first answer of this URL. */
function firstText(url: string, path: string): string {
  return `%${url} ${path}%`
}

/** The first content of each tab of the daily page. */
const PANELS: Record<FlowTabName, ReactElement> = {
  daily: <Skeleton className="h-96" />,
  faith: (
    <>
      <FaithIntro />
      <Skeleton className="h-96" />
    </>
  ),
  exit: (
    <Card>
      <ShareStoryIntro />
      <Skeleton className="h-11 w-48" />
    </Card>
  ),
  guidance: (
    <>
      <GuidanceIntro />
      <Skeleton className="h-112" />
    </>
  ),
}

for (const { value } of FLOW_TABS) {
  SHELLS[`/flow?tab=${value}`] = <FlowShell tab={value} mood={<MoodShell />} />
  SHELLS[`/flow?tab=${value}&mood`] = <FlowShell tab={value} mood={<SharedMoodShell />} />
}

function FlowShell({ tab, mood }: { tab: FlowTabName; mood: ReactElement }): ReactElement {
  return (
    <div inert className="-mt-4 flex flex-col gap-3 sm:mt-0 sm:gap-6">
      <header>
        <p className="hidden font-medium text-ink-quiet sm:block">Daily Practice</p>
        <Skeleton className="h-8 w-60 sm:h-10 sm:w-96" />
      </header>
      {mood}
      <Tabs value={tab}>
        <FlowTabList />
        <div className="flex flex-col gap-6 pt-4 sm:pt-6">{PANELS[tab]}</div>
      </Tabs>
    </div>
  )
}

/** The mood card before the day's mood is shared. */
function MoodShell(): ReactElement {
  return (
    <Card className="p-4 pb-1 sm:p-6 sm:pb-2">
      <CardHeader className="flex-row items-start justify-between gap-3">
        <div className="min-w-0">
          <CardTitle className="max-[22rem]:text-lg">Mood & Gratitude</CardTitle>
          <CardDescription>Only you can read this.</CardDescription>
        </div>
        <Skeleton className="h-11 w-28 sm:h-9" />
      </CardHeader>
      <div className="flex min-h-49 flex-col gap-4 pb-4 sm:min-h-43">
        <MoodGrid value={null} onChange={ignore} error={undefined} />
        <WriteButton onClick={ignore} />
      </div>
      <div className="h-11 border-t border-transparent" />
    </Card>
  )
}

/** The mood card after the day's mood has been shared. */
function SharedMoodShell(): ReactElement {
  return (
    <Card className="px-4 py-1.5 sm:px-6 sm:py-1.5">
      <CardHeader className="mb-0 flex-row items-center justify-between gap-3">
        <Skeleton className="my-2 h-7 w-48" />
        <Picture>
          <ChevronDown aria-hidden size={20} />
        </Picture>
      </CardHeader>
    </Card>
  )
}

/** A handler for controls in shells, which can't be used yet. */
function ignore(): void {}

export const SHELL_PATHS = Object.keys(SHELLS)

/** The content of the app's root element, as static HTML. */
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

/** The header with the icons of the buttons where the buttons will be. */
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
      <Picture>
        {isForVisitors ? <Monitor aria-hidden size={20} /> : <Bell aria-hidden size={20} />}
      </Picture>
      <QuickExit />
    </HeaderBar>
  )
}

function Picture(props: { className?: string; children: ReactNode }): ReactElement {
  const classes = buttonVariants({ variant: 'ghost', size: 'icon' })
  return <span className={cn(classes, 'shrink-0', props.className)}>{props.children}</span>
}
