import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { MailingCard } from '#web/features/admin/email/mailing-list.tsx'
import { PreviewBody } from '#web/features/admin/email/preview-dialog.tsx'
import { mailingQuery, mailingsKey } from '#web/features/admin/email/queries.ts'
import { EntryHead, isUnknown, UnknownEntry } from '#web/features/admin/kit/entry-page.tsx'
import { useRefreshOn } from '#web/lib/live.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

/** Reads the mailing; false if there is none with this number. */
export async function loadMailing({ client, params }: AdminLoad): Promise<boolean> {
  const query = mailingQuery(params.mailingId ?? '')
  await prefetch(client, query)
  return !isUnknown(client.getQueryState(query.queryKey)?.error)
}

const LIST = { list: '/admin/scheduled-emails', label: 'All emails' } as const

/** One mailing: its progress, the actions on it, and what its readers get. */
export function MailingPage(): ReactElement {
  const { mailingId = '' } = useParams({ from: '/admin/email/$mailingId' })
  const timeZone = useSiteSettings()?.timeZone ?? 'UTC'
  useRefreshOn('mailings', mailingsKey)
  const mailing = useQuery(mailingQuery(mailingId))
  return (
    <div className="flex flex-col gap-3">
      <EntryHead {...LIST} title={mailing.data?.subject ?? 'Email'} />
      {isUnknown(mailing.error) ? (
        <UnknownEntry {...LIST} noun="email" />
      ) : (
        <Loaded
          query={mailing}
          label="Loading the email"
          rows={['h-44 rounded-xl', 'h-[80vh] rounded-xl']}
        >
          {(data) => (
            <>
              <MailingCard mailing={data} timeZone={timeZone} onCopied={undefined} />
              <SectionCard title="Preview">
                <PreviewBody
                  content={data}
                  isOver={data.status === 'sent' || data.status === 'cancelled'}
                />
              </SectionCard>
            </>
          )}
        </Loaded>
      )}
    </div>
  )
}
