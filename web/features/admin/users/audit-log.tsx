import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import type { AuditLogEntry } from '#contract/users.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { useMayOpen } from '#web/features/admin/admin-pages.ts'
import { DateRangeFilter, FilterRow, SelectFilter } from '#web/features/admin/kit/filters.tsx'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import { type AuditLink, auditLink, userLink } from '#web/features/admin/users/audit-link.ts'
import {
  ACTION_GROUPS,
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
  checkpointQuery,
  ENTRIES_PER_PAGE,
} from '#web/features/admin/users/queries.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The actions and views of administrators, newest first. */
export function AuditLog(): ReactElement {
  const { page, by, from, to, arrange, ...address } = useAdminAddress()
  const action = address.action && address.action in ACTION_LABELS ? address.action : undefined
  const entries = useQuery(auditQuery({ page, action, by, from, to }))
  return (
    <section aria-label="Audit log" className="flex flex-col gap-2">
      <FilterRow
        search={
          <SelectFilter
            label="Show only"
            hideLabel
            all="Everything"
            groups={ACTION_GROUPS}
            value={action}
            onChoose={(chosen) => arrange({ action: chosen })}
          />
        }
        count={[by, from, to].filter(Boolean).length}
      >
        <PersonField />
        <DateRangeFilter isInRow />
      </FilterRow>
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
      <Checkpoint />
    </section>
  )
}

/** Lets whoever keeps it show later that the log was changed. */
function Checkpoint(): ReactElement | null {
  const { data } = useQuery(checkpointQuery)
  if (!data?.checkpoint) return null
  return (
    <Disclosure summary="Was this log changed?">
      <p className="max-w-prose text-sm text-ink-quiet">
        The checks on Backups and health show whether this log was changed in the database. They
        can’t show whether an entry is true. This is the log’s newest seal. Every backup and
        community email has it too, so that somebody can compare them later:{' '}
        <span className="wrap-anywhere">{data.checkpoint}</span>
      </p>
    </Disclosure>
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
      hideLabel
      all="Everyone"
      labels={Object.fromEntries(names.map((name) => [name, name]))}
      value={by}
      onChoose={(name) => arrange({ by: name })}
    />
  )
}

function Entry({ entry }: { entry: AuditLogEntry }): ReactElement {
  const rights = useMember().rights
  const mayOpen = useMayOpen()
  const subject = subjectWords(entry, useDates())
  const details = detailWords(entry).join(' · ')
  const matched = matchedUsers(entry)
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b sm:flex-nowrap border-line py-3">
      <div className="min-w-0">
        <p>
          <span className="font-semibold">{actionWords(entry.action)}</span>
          {' · '}
          <bdi>{actorWords(entry)}</bdi>
        </p>
        {subject ? (
          <p className="wrap-anywhere">
            <Subject link={auditLink(entry, { rights, mayOpen })}>{subject}</Subject>
          </p>
        ) : null}
        {details ? (
          <p dir="auto" className="text-sm wrap-anywhere text-ink-quiet">
            {details}
          </p>
        ) : null}
        {matched.length > 0 ? (
          <p className="flex flex-wrap gap-x-3 text-sm text-ink-quiet">
            Matched:
            {matched.map((id) => (
              <Subject key={id} link={userLink(id, mayOpen)}>
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
