import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { MOST_COUNTED, type Today } from '#contract/today.ts'
import {
  FactorOverdue,
  FactorReminder,
  useMissingFactor,
} from '#web/features/accounts/admin-factor.tsx'
import { useMember } from '#web/features/accounts/auth.tsx'
import {
  ADMIN_TITLES,
  type AdminPlace,
  type AdminTabName,
  adminTabOf,
  mayOpen,
  OTHER_PAGES,
} from '#web/features/admin/admin-pages.ts'
import { todayKey, todayQuery } from '#web/features/admin/today/queries.ts'
import { cn } from '#web/lib/cn.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { useNow } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

interface AdminFrameProps {
  header: ReactElement
  isFirstPage?: boolean
  children: ReactNode
}

/**
 * An admin page next to the navigation. On a wide screen nothing is above the navigation, so it
 * stays in place while the page next to it changes, grows and scrolls.
 */
export function AdminFrame({
  header,
  isFirstPage = false,
  children,
}: AdminFrameProps): ReactElement {
  const missing = useMissingFactor()
  const neededBy = missing?.neededBy
  const isOverdue = useNow((now) => neededBy !== undefined && neededBy <= now)
  if (isOverdue) {
    return (
      <div className="flex flex-col gap-6">
        {header}
        <FactorOverdue />
      </div>
    )
  }
  const isReminding = missing && (missing.neededBy || isFirstPage)
  return (
    <div className="grid gap-6 xl:grid-cols-[11.5rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr] xl:gap-x-8">
      <div className="xl:col-start-2">{header}</div>
      <AdminNav />
      <div className="flex min-w-0 flex-col gap-6 xl:col-start-2">
        {isReminding ? <FactorReminder {...missing} /> : null}
        {children}
      </div>
    </div>
  )
}

/** The queue of each page, as named in the Today response. */
const QUEUES = {
  stories: 'stories',
  reports: 'reports',
  replies: 'replies',
  prayer: 'prayers',
  transcripts: 'transcripts',
  guidance: 'guidance',
  joining: 'applications',
} as const

type OtherPage = keyof typeof OTHER_PAGES

const GROUPS: readonly { label: string; tabs: readonly AdminPlace[] }[] = [
  { label: 'Inbox', tabs: ['stories', 'reports', 'replies', 'prayer', 'transcripts', 'guidance'] },
  { label: 'Content', tabs: ['active-stories', 'daily-content', 'trivia', 'tags'] },
  { label: 'People', tabs: ['users', 'joining'] },
  { label: 'Money', tabs: ['products'] },
  { label: 'Email', tabs: ['email', '/admin/scheduled-emails'] },
  { label: 'Live', tabs: ['/sfx-members'] },
  { label: 'Site', tabs: ['website-settings', 'connections', 'keeper'] },
]

/** The admin pages that the member may open, in groups: a sidebar, or a menu on a narrow screen. */
function AdminNav(): ReactElement {
  const open = useOpenPage()
  const { rights } = useMember()
  const { data: today } = useQuery(todayQuery)
  // A community that doesn't hold first replies never sees their page.
  const hasReplies = open === 'replies' || (today?.waiting.replies?.count ?? 0) > 0
  const groups = GROUPS.map(({ label, tabs }) => ({
    label,
    tabs: tabs.filter((page) => mayOpen(page, rights) && (page !== 'replies' || hasReplies)),
  })).filter(({ tabs }) => tabs.length > 0)
  const [isOpen, setIsOpen] = useState(false)
  const list = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (list.current) showLink(list.current, open)
  }, [open])
  useRefreshOn('review', todayKey)
  useRefreshOn('guidance', todayKey)
  const entry = { open, onOpen: () => setIsOpen(false) }
  return (
    <nav
      ref={list}
      aria-label="Administration"
      className="min-w-0 xl:sticky xl:top-[calc(6.5rem+1px)] xl:col-start-1 xl:row-span-2 xl:row-start-1 xl:max-h-[calc(100dvh-7.5rem)] xl:self-start xl:overflow-y-auto"
    >
      <Button
        variant="outline"
        className="w-full justify-between xl:hidden"
        aria-expanded={isOpen}
        aria-controls="admin-pages"
        onClick={() => setIsOpen(!isOpen)}
      >
        <span>
          <span className="sr-only">Admin pages: </span>
          {labelOf(open)}
        </span>
        <ChevronDown aria-hidden size={20} className={cn(isOpen && 'rotate-180')} />
      </Button>
      <div
        id="admin-pages"
        className={cn(
          'flex flex-col gap-4 xl:gap-1 max-xl:mt-2 max-xl:rounded-xl max-xl:border max-xl:border-line max-xl:bg-surface max-xl:p-3',
          !isOpen && 'max-xl:hidden',
        )}
      >
        <ul>
          <PageLink page="today" {...entry} />
        </ul>
        {groups.map(({ label, tabs }) => (
          // Beside a page, a line separates the groups, so that all links fit on a low screen.
          <div key={label} className="xl:border-t xl:border-line xl:pt-1">
            <p id={`admin-group-${label}`} className="px-3 pb-1 text-sm text-ink-quiet xl:sr-only">
              {label}
            </p>
            <ul aria-labelledby={`admin-group-${label}`}>
              {tabs.map((page) => (
                <PageLink key={page} page={page} {...entry} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

/** Scrolls the menu, and nothing else, to the link of this page. */
function showLink(nav: HTMLElement, page: AdminPlace): void {
  const link = nav.querySelector<HTMLElement>(`[data-page="${page}"]`)
  if (!link) return
  const { top, bottom: end } = nav.getBoundingClientRect()
  const bottom = Math.min(end, window.innerHeight)
  const { top: from, bottom: to } = link.getBoundingClientRect()
  if (from < top || to > bottom) nav.scrollTop += (from + to) / 2 - (top + bottom) / 2
}

interface PageLinkProps {
  page: AdminPlace
  open: AdminPlace
  onOpen: () => void
}

function PageLink({ page, open, onOpen }: PageLinkProps): ReactElement {
  const isOpen = page === open
  const given = {
    onClick: onOpen,
    // Today's address is a prefix of all the others.
    activeOptions: { exact: true, includeSearch: true },
    'aria-current': isOpen ? ('page' as const) : undefined,
    'data-page': page,
    className: cn(
      'flex min-h-11 items-center justify-between gap-2 rounded-lg xl:min-h-8 xl:pointer-coarse:min-h-11 px-3 py-1 xl:py-0.5 font-medium no-underline focus-visible:-outline-offset-2',
      isOpen ? 'bg-primary-soft text-primary-strong' : 'text-ink hover:bg-sand',
    ),
  }
  return (
    <li>
      {isOther(page) ? (
        <Link to={page} {...given}>
          {labelOf(page)}
        </Link>
      ) : (
        <Link to="/admin" search={searchOf(page)} {...given}>
          {labelOf(page)}
          {page in QUEUES ? <WaitingCount queue={QUEUES[page as keyof typeof QUEUES]} /> : null}
        </Link>
      )}
    </li>
  )
}

function isOther(page: AdminPlace): page is OtherPage {
  return page in OTHER_PAGES
}

function labelOf(page: AdminPlace): string {
  return isOther(page) ? OTHER_PAGES[page] : ADMIN_TITLES[page]
}

/** Today needs no tab in the address. */
function searchOf(tab: AdminTabName): { tab?: string; part?: string } {
  if (tab === 'today') return {}
  return tab === 'reports' ? { tab: 'stories', part: 'reports' } : { tab }
}

function useOpenPage(): AdminPlace {
  const { pathname, search } = useLocation()
  return isOther(pathname as OtherPage) ? (pathname as OtherPage) : adminTabOf(search)
}

/** The number of waiting entries in a queue. Renders nothing if it is empty. */
function WaitingCount({ queue }: { queue: keyof Today['waiting'] }): ReactElement | null {
  const { data } = useQuery(todayQuery)
  const count = data?.waiting[queue]?.count ?? 0
  if (count === 0) return null
  return (
    <Badge variant={queue === 'reports' ? 'destructive' : 'gold'}>
      {count === MOST_COUNTED ? `${count}+` : count}
      <span className="sr-only"> waiting</span>
    </Badge>
  )
}
