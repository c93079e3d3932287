import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link, Outlet, useMatches } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react'
import { MOST_COUNTED, type Today } from '#contract/today.ts'
import {
  FactorOverdue,
  FactorReminder,
  useMissingFactor,
} from '#web/features/accounts/admin-factor.tsx'
import { useMember } from '#web/features/accounts/auth.tsx'
import { factorsQuery } from '#web/features/accounts/factors/queries.ts'
import {
  type AdminPage,
  type ListedPage,
  mayOpen,
  useAdminPages,
} from '#web/features/admin/admin-pages.ts'
import { todayKey, todayQuery } from '#web/features/admin/today/queries.ts'
import { cn } from '#web/lib/cn.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useNow } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { showInRow } from '#web/ui/tabs.tsx'

/** Reads what every admin page shows around it. */
export async function loadAdminFrame({ client }: { client: QueryClient }): Promise<void> {
  await Promise.all([prefetch(client, todayQuery), prefetch(client, factorsQuery)])
}

/**
 * The open admin page below its title, next to the navigation. On a wide screen nothing is above the
 * navigation, so it stays in place while the page next to it changes, grows and scrolls.
 */
export function AdminFrame(): ReactElement {
  const open = useOpenPage()
  const isFirst = open?.address === '/admin'
  const missing = useMissingFactor()
  const neededBy = missing?.neededBy
  const isOverdue = useNow((now) => neededBy !== undefined && neededBy <= now)
  if (isOverdue) {
    return (
      <div className="flex flex-col gap-6">
        <h1>Admin Dashboard</h1>
        <FactorOverdue />
      </div>
    )
  }
  return (
    // Less space above than other pages have: the work belongs in the first screen.
    <div className="-mt-6 grid gap-x-8 gap-y-2 xl:grid-cols-[11.5rem_minmax(0,1fr)]">
      <AdminNav open={open} />
      <div className="flex min-w-0 flex-col gap-3 xl:gap-4">
        {open && hasLists(open) ? (
          // On a narrow screen, the menu's button has the title already.
          <header className="flex flex-col gap-1 max-xl:not-has-[nav]:sr-only">
            <h1 className="text-2xl max-xl:sr-only">{isFirst ? 'Admin Dashboard' : open.title}</h1>
            <ListRow open={open} />
          </header>
        ) : null}
        {/* Today shows it below the work. */}
        {missing?.neededBy && !isFirst ? <FactorReminder {...missing} /> : null}
        <Content open={open} />
      </div>
    </div>
  )
}

/**
 * Whether the page stands below its title and the row of lists. That of an entry, of a new one or of a
 * file has its own heading and a way back instead.
 */
function hasLists({ address, shown }: OpenPage): boolean {
  return !address.includes('$') && shown !== 'never'
}

/** The page, or why it stays closed. */
function Content({ open }: { open: OpenPage | undefined }): ReactElement {
  const { rights } = useMember()
  if (!open || mayOpen(open, rights)) return <Outlet />
  return (
    <EmptyState message="This page isn’t part of your role. Someone with the right “Team” can add it.">
      <Button variant="outline" asChild>
        <Link to="/admin">Today</Link>
      </Button>
    </EmptyState>
  )
}

/** In the frame, for an address that has no page. */
export function UnknownAdminPage(): ReactElement {
  return (
    <>
      <h1 className="text-2xl">Page not found</h1>
      <EmptyState message="There’s nothing here. The page may have moved, or the address may be mistyped.">
        <Button asChild>
          <Link to="/admin">Admin Dashboard</Link>
        </Button>
      </EmptyState>
    </>
  )
}

/** The open page; undefined if the address has none. */
function useOpenPage(): OpenPage | undefined {
  return useMatches({
    select: (matches) => {
      const { fullPath, staticData } = matches.at(-1) ?? {}
      if (!fullPath || !staticData?.admin) return undefined
      const address = fullPath.replace(/\/$/, '')
      return { ...staticData.admin, address, area: staticData.admin.in ?? address }
    },
    structuralSharing: true,
  })
}

interface OpenPage extends AdminPage {
  address: string
  /** The address of the page with a link in the navigation that it belongs to; its own, if it has one. */
  area: string
}

/** The admin pages that the member may open: a sidebar, or a menu on a narrow screen. */
function AdminNav({ open }: { open: OpenPage | undefined }): ReactElement {
  const { rights } = useMember()
  const pages = useAdminPages()
  const [isOpen, setIsOpen] = useState(false)
  const list = useRef<HTMLElement>(null)
  const area = open?.area
  useLayoutEffect(() => {
    if (list.current && area) showLink(list.current)
  }, [area])
  useRefreshOn('review', todayKey)
  useRefreshOn('guidance', todayKey)
  return (
    <nav
      ref={list}
      aria-label="Administration"
      className="min-w-0 xl:sticky xl:top-[calc(5rem+1px)] xl:max-h-[calc(100dvh-6rem)] xl:self-start xl:overflow-y-auto"
    >
      <Button
        variant="outline"
        className="w-full justify-between text-lg xl:hidden"
        aria-expanded={isOpen}
        aria-controls="admin-pages"
        onClick={() => setIsOpen(!isOpen)}
      >
        <span>
          <span className="sr-only">Admin pages: </span>
          {pages.find(({ address }) => address === area)?.title ?? 'Page not found'}
        </span>
        <ChevronDown aria-hidden size={20} className={cn(isOpen && 'rotate-180')} />
      </Button>
      <ul
        id="admin-pages"
        className={cn(
          'flex flex-col max-xl:mt-2 max-xl:rounded-xl max-xl:border max-xl:border-line max-xl:bg-surface max-xl:p-3',
          !isOpen && 'max-xl:hidden',
        )}
      >
        {pages
          .filter((page) => page.in === undefined)
          .map((page) => (
            <AreaLink
              key={page.address}
              page={page}
              isCurrent={page.address === area}
              onOpen={() => setIsOpen(false)}
            />
          ))}
        {rights.includes('host') ? (
          <li>
            <Link to="/sfx-members" className={linkClasses(false)}>
              Live room
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}

/** A page of the navigation and its lists, as far as the member may open them. */
function useLists(area: string): ListedPage[] {
  const { rights } = useMember()
  return useAdminPages().filter(
    (page) => (page.in ?? page.address) === area && mayOpen(page, rights),
  )
}

interface AreaLinkProps {
  page: ListedPage
  isCurrent: boolean
  onOpen: () => void
}

/** Opens the page or the first of its lists that the member may open. Renders nothing if there is none. */
function AreaLink({ page, isCurrent, onOpen }: AreaLinkProps): ReactElement | null {
  const lists = useLists(page.address)
  const [first] = lists
  if (!first) return null
  return (
    <li>
      <Link
        to={first.address}
        onClick={onOpen}
        // The first page's address is a prefix of all the others.
        activeOptions={{ exact: true }}
        aria-current={isCurrent ? 'page' : undefined}
        className={linkClasses(isCurrent)}
      >
        {page.title}
        <WaitingCount pages={lists} />
      </Link>
    </li>
  )
}

function linkClasses(isCurrent: boolean): string {
  return cn(
    'flex min-h-11 items-center justify-between gap-2 rounded-lg px-3 py-1 font-medium no-underline focus-visible:-outline-offset-2 xl:min-h-9 xl:pointer-coarse:min-h-11 xl:py-0.5',
    isCurrent ? 'bg-primary-soft text-primary-strong' : 'text-ink hover:bg-sand',
  )
}

/** Scrolls the menu, and nothing else, to the link of this page. */
function showLink(nav: HTMLElement): void {
  const link = nav.querySelector<HTMLElement>('[aria-current="page"]')
  if (!link) return
  const { top, bottom: end } = nav.getBoundingClientRect()
  const bottom = Math.min(end, window.innerHeight)
  const { top: from, bottom: to } = link.getBoundingClientRect()
  if (from < top || to > bottom) nav.scrollTop += (from + to) / 2 - (top + bottom) / 2
}

/** Links to the lists that the open page belongs to. Renders nothing if there is only one. */
function ListRow({ open }: { open: OpenPage }): ReactElement | null {
  const lists = useLists(open.area).filter(
    ({ address, shown }) => address === open.address || !shown,
  )
  if (lists.length < 2) return null
  return (
    <nav aria-label="Lists">
      <ul className="faded-row relative flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]">
        {lists.map((page) => (
          <li
            key={page.address}
            ref={page.address === open.address ? showInRow : undefined}
            className="shrink-0"
          >
            <Link
              to={page.address}
              activeOptions={{ exact: true, includeSearch: false }}
              className="inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent px-3.5 font-medium text-ink-quiet no-underline hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-primary aria-[current]:text-primary"
            >
              {page.title}
              <WaitingCount pages={[page]} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The number of entries that wait on these pages. Renders nothing if there are none. */
function WaitingCount({ pages }: { pages: ListedPage[] }): ReactElement | null {
  const { data } = useQuery(todayQuery)
  const queues = pages.flatMap(({ queue }) => queue ?? [])
  const countOf = (queue: keyof Today['waiting']): number => data?.waiting[queue]?.count ?? 0
  const count = queues.reduce((sum, queue) => sum + countOf(queue), 0)
  if (count === 0) return null
  const isUrgent = queues.includes('reports') && countOf('reports') > 0
  const isMore = queues.some((queue) => countOf(queue) === MOST_COUNTED)
  return (
    <Badge variant={isUrgent ? 'destructive' : 'gold'}>
      {isMore ? `${count}+` : count}
      <span className="sr-only"> waiting</span>
    </Badge>
  )
}
