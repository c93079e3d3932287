import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import type { Right } from '#contract/rights.ts'
import type { AuditLogEntry } from '#contract/users.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import type { AdminTabName } from '#web/features/admin/admin-pages.ts'
import { mayOpen } from '#web/features/admin/admin-pages.ts'
import { DateRangeFilter, SelectFilter } from '#web/features/admin/kit/filters.tsx'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import {
  ACTION_LABELS,
  actionWords,
  actorWords,
  detailWords,
  matchedUsers,
  subjectWords,
} from '#web/features/admin/users/audit-words.ts'
import {
  auditPeopleQuery,
  auditQuery,
  ENTRIES_PER_PAGE,
} from '#web/features/admin/users/queries.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** What administrators did and viewed, newest first. */
export function AuditLog(): ReactElement {
  const { page, q, by, from, to, searchFor } = useAdminAddress()
  const action = q in ACTION_LABELS ? q : undefined
  const entries = useQuery(auditQuery({ page, action, by, from, to }))
  return (
    <SectionCard
      title="Audit log"
      description="What administrators did and viewed, newest first. The checks on Backups and health show whether this log was changed in the database. They can’t show whether an entry is true."
    >
      <div className="flex flex-col gap-5">
        <div className="grid gap-x-6 gap-y-4 md:grid-cols-2 lg:grid-cols-[1fr_1fr_21rem]">
          <SelectFilter
            label="Show only"
            all="Everything"
            labels={ACTION_LABELS}
            value={action}
            onChoose={(chosen) => searchFor(chosen ?? '')}
          />
          <PersonField />
          <DateRangeFilter />
        </div>
        <PagedList
          list={entries}
          pageSize={ENTRIES_PER_PAGE}
          noun="entries"
          entryHeight="h-14"
          className="gap-0"
          empty={
            <EmptyState
              message={by || from || to ? 'No entries found' : 'Nothing in the audit log yet'}
            />
          }
          renderEntry={(entry) => <Entry entry={entry} />}
        />
      </div>
    </SectionCard>
  )
}

/** Filters by administrator. Offers the name in the address even if it is not in the list. */
function PersonField(): ReactElement {
  const { by, arrange } = useAdminAddress()
  const { data: people = [] } = useQuery(auditPeopleQuery)
  const names = by && !people.includes(by) ? [by, ...people] : people
  return (
    <SelectFilter
      label="Administrator"
      all="Everyone"
      labels={Object.fromEntries(names.map((name) => [name, name]))}
      value={by}
      onChoose={(name) => arrange({ by: name })}
    />
  )
}

function Entry({ entry }: { entry: AuditLogEntry }): ReactElement {
  const { rights } = useMember()
  const subject = subjectWords(entry)
  const details = detailWords(entry).join(' · ')
  const matched = matchedUsers(entry)
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b sm:flex-nowrap border-line py-3">
      <div className="min-w-0">
        <p>
          <span className="font-semibold">{actionWords(entry.action)}</span>
          {' by '}
          {actorWords(entry)}
        </p>
        {subject ? (
          <p className="wrap-anywhere">
            <Subject link={auditLink(entry, rights)}>{subject}</Subject>
          </p>
        ) : null}
        {details ? <p className="text-sm wrap-anywhere text-ink-quiet">{details}</p> : null}
        {matched.length > 0 ? (
          <p className="flex flex-wrap gap-x-3 text-sm text-ink-quiet">
            Matched:
            {matched.map((id) => (
              <Subject key={id} link={userLink(id, rights)}>
                {/* The start of an id is enough to tell accounts apart. */}
                ID {id.slice(0, 8)}
              </Subject>
            ))}
          </p>
        ) : null}
      </div>
      <RelativeTime date={entry.createdAt} className="shrink-0 text-sm text-ink-quiet" />
    </div>
  )
}

function Subject(props: { link: AuditLink | undefined; children: ReactNode }): ReactElement {
  const { link, children } = props
  if (!link) return <span className="text-ink-quiet">{children}</span>
  return (
    <Link {...link} className="text-primary underline underline-offset-4">
      {children}
    </Link>
  )
}

/** A link to the page that shows an entry's subject. */
type AuditLink =
  | { to: '/flow'; search: { story: number } }
  | { to: '/admin'; search: { tab: AdminTabName; part?: string; item?: number; user?: string } }
  | { to: '/admin/scheduled-emails' }
  | { to: '/sfx-members' }

/** The page of each kind of subject. */
const TABS: Readonly<Record<string, { tab: AdminTabName; part?: string }>> = {
  tag: { tab: 'tags' },
  guidance: { tab: 'guidance' },
  prayer: { tab: 'prayer' },
  product: { tab: 'products' },
  purchase: { tab: 'products', part: 'orders' },
  payment: { tab: 'products', part: 'orders' },
  'till-record': { tab: 'products', part: 'till' },
  daily: { tab: 'daily-content' },
  trivia: { tab: 'trivia' },
  'trivia-question': { tab: 'trivia' },
  invitation: { tab: 'joining' },
  application: { tab: 'joining' },
  outbox: { tab: 'email' },
  'bounced-email': { tab: 'email' },
  user: { tab: 'users' },
}

/** The link for an entry; undefined if its subject was deleted or the reader may not open it. */
export function auditLink(entry: AuditLogEntry, rights: readonly Right[]): AuditLink | undefined {
  const { subjectType, subjectId, storyId } = entry
  if (storyId !== null) return { to: '/flow', search: { story: storyId } }
  if (subjectType === 'user' && subjectId) return userLink(subjectId, rights)
  if (subjectType === 'mailing') {
    return mayOpen('/admin/scheduled-emails', rights)
      ? { to: '/admin/scheduled-emails' }
      : undefined
  }
  if (subjectType === 'live' || subjectType === 'live-recording') {
    return mayOpen('/sfx-members', rights) ? { to: '/sfx-members' } : undefined
  }
  const page = TABS[subjectType]
  return page && mayOpen(page.tab, rights) ? { to: '/admin', search: page } : undefined
}

/** The link to a profile; undefined without the right `people`. */
function userLink(id: string, rights: readonly Right[]): AuditLink | undefined {
  return rights.includes('people')
    ? { to: '/admin', search: { tab: 'users', user: id } }
    : undefined
}
