import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, PenLine } from 'lucide-react'
import type { ReactElement } from 'react'
import { pageCountOf } from '#web/features/admin/admin-address.ts'
import { MailingList } from '#web/features/admin/email/mailing-list.tsx'
import { OutboxNotice } from '#web/features/admin/email/outbox-notice.tsx'
import { MAILINGS_PER_PAGE, mailingsKey, mailingsQuery } from '#web/features/admin/email/queries.ts'
import { ScheduledEditor } from '#web/features/admin/email/scheduled-editor.tsx'
import { loadAdminFrame } from '#web/features/admin/load-admin.ts'
import { AdminFrame } from '#web/features/admin/nav/admin-frame.tsx'
import { useRefreshOn } from '#web/lib/live.ts'
import { type MemberLoad, pageIn } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'

/** Reads the page of the list in the address. */
export async function loadScheduledEmails({ client, search }: MemberLoad): Promise<void> {
  await Promise.all([loadAdminFrame(client), prefetch(client, mailingsQuery(pageIn(search)))])
}

/** Lists broadcasts and automatic mailings, and schedules new ones. */
export function ScheduledEmailsPage(): ReactElement {
  const { write, edit } = useSearch({ from: '/admin/scheduled-emails' })
  const isEditing = write !== undefined || edit !== undefined
  return (
    <AdminFrame header={<Header isEditing={isEditing} />}>
      <OutboxNotice>
        {isEditing ? <ScheduledEditor mailingId={edit} /> : <AllMailings />}
      </OutboxNotice>
    </AdminFrame>
  )
}

function Header({ isEditing }: { isEditing: boolean }): ReactElement {
  return (
    <header className="flex flex-col items-start gap-3">
      <Button variant="link" size="sm" asChild>
        {isEditing ? (
          <Link to="/admin/scheduled-emails">
            <ArrowLeft aria-hidden size={18} />
            All emails
          </Link>
        ) : (
          <Link to="/admin">
            <ArrowLeft aria-hidden size={18} />
            Admin Dashboard
          </Link>
        )}
      </Button>
      <h1>Scheduled Emails</h1>
    </header>
  )
}

function AllMailings(): ReactElement {
  const { page = 1 } = useSearch({ from: '/admin/scheduled-emails' })
  const navigate = useNavigate({ from: '/admin/scheduled-emails' })
  useRefreshOn('mailings', mailingsKey)
  const list = useQuery(mailingsQuery(page))
  const pageCount = pageCountOf({ total: list.data?.total ?? 0, pageSize: MAILINGS_PER_PAGE })
  if (list.data?.items.length === 0 && page > pageCount) {
    return <Navigate to="/admin/scheduled-emails" search={searchOf(pageCount)} replace />
  }
  return (
    <div className="flex flex-col gap-6">
      <Button className="self-start" asChild>
        <Link to="/admin/scheduled-emails" search={{ write: 'new' }}>
          <PenLine aria-hidden size={18} />
          Schedule an email
        </Link>
      </Button>
      <MailingList
        list={list}
        headingLevel={2}
        empty={<EmptyState message="No scheduled emails yet" />}
      />
      <Pagination
        page={page}
        pageCount={pageCount}
        onPageChange={(next) => void navigate({ search: searchOf(next) })}
        label="Pages of emails"
      />
    </div>
  )
}

/** Page 1 has no number in the address. */
function searchOf(page: number): { page?: number } {
  return page > 1 ? { page } : {}
}
