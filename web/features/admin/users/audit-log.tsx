import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { AuditLogEntry } from '#contract/users.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { PagedList } from '#web/features/admin/paged-list.tsx'
import {
  ACTION_LABELS,
  actionWords,
  actorWords,
  detailWords,
  subjectWords,
} from '#web/features/admin/users/audit-words.ts'
import { auditQuery, ENTRIES_PER_PAGE } from '#web/features/admin/users/queries.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Select } from '#web/ui/select.tsx'

/** What administrators did, newest first. */
export function AuditLog(): ReactElement {
  const { page, q, searchFor } = useAdminAddress()
  const action = q in ACTION_LABELS ? q : undefined
  const entries = useQuery(auditQuery({ page, action }))
  return (
    <Card aria-labelledby="audit-log">
      <CardHeader>
        <CardTitle id="audit-log">Audit log</CardTitle>
        <CardDescription>What administrators did and viewed, newest first.</CardDescription>
      </CardHeader>
      <div className="flex flex-col gap-5">
        <Field label="Show only" className="max-w-sm">
          <Select value={action ?? ''} onChange={({ target }) => searchFor(target.value)}>
            <option value="">Everything</option>
            {Object.entries(ACTION_LABELS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <PagedList
          list={entries}
          pageSize={ENTRIES_PER_PAGE}
          noun="entries"
          entryHeight="h-14"
          className="gap-0"
          empty={<EmptyState message="Nothing in the audit log yet" />}
          renderEntry={(entry) => <Entry entry={entry} />}
        />
      </div>
    </Card>
  )
}

function Entry({ entry }: { entry: AuditLogEntry }): ReactElement {
  const more = [subjectWords(entry), ...detailWords(entry)].filter(Boolean).join(' · ')
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line py-3">
      <div className="min-w-0">
        <p>
          <span className="font-semibold">{actionWords(entry.action)}</span>
          {' by '}
          {actorWords(entry)}
        </p>
        {more ? <p className="text-sm wrap-anywhere text-ink-quiet">{more}</p> : null}
      </div>
      <RelativeTime date={entry.createdAt} className="text-sm text-ink-quiet" />
    </div>
  )
}
