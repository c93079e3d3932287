import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { SearchFilter } from '#web/features/admin/kit/filters.tsx'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import { OutboxMailRow } from '#web/features/admin/outbox-mail-row.tsx'
import { MAILS_PER_PAGE, outboxQuery } from '#web/features/admin/queries.ts'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The longest possible email address. */
const MAX_ADDRESS = 254

/** The emails that stay on this server because no email provider is set up. */
export function OutboxPart(): ReactElement {
  const { page, q } = useAdminAddress()
  const mails = useQuery(outboxQuery({ page, to: q }))
  if (mails.error instanceof ApiError && mails.error.status === 404) {
    return <Notice title="An email provider is set up">{sentenceOf(mails.error)}</Notice>
  }
  return (
    <Card>
      <CardHeader>
        <CardTitle>Outbox</CardTitle>
        <CardDescription>
          No email provider is set up, so emails stay here. Nothing leaves this server.
        </CardDescription>
      </CardHeader>
      <div className="flex flex-col gap-5">
        <SearchFilter
          label="Show only emails to"
          help="The full email address"
          maxLength={MAX_ADDRESS}
        />
        <PagedList
          list={mails}
          pageSize={MAILS_PER_PAGE}
          noun="emails"
          entryHeight="h-16"
          className="gap-0"
          empty={<EmptyState message={q ? 'No emails to this address' : 'No emails yet'} />}
          renderEntry={(mail) => <OutboxMailRow mail={mail} />}
        />
      </div>
    </Card>
  )
}
