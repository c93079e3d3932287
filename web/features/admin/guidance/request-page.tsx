import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { adminRequestQuery } from '#web/features/admin/guidance/queries.ts'
import { Requests } from '#web/features/admin/guidance/requests-panel.tsx'
import { EntryHead, UnknownEntry } from '#web/features/admin/kit/entry-page.tsx'
import { prefetch } from '#web/lib/prefetch.ts'

/** Reads the request; false if there is none with this number. */
export async function loadRequest({ client, params }: AdminLoad): Promise<boolean> {
  const query = adminRequestQuery(params.requestId ?? '')
  await prefetch(client, query)
  return client.getQueryData(query.queryKey)?.items.length !== 0
}

const LIST = { list: '/admin/guidance', label: 'All requests' } as const

/** One guidance request with its answers, whether it waits, is answered or is hidden. */
export function RequestPage(): ReactElement {
  const { requestId = '' } = useParams({ from: '/admin/guidance/$requestId' })
  return (
    <div className="flex flex-col gap-3">
      <EntryHead {...LIST} title="Guidance request" />
      {/* The card's own heading is of level 3, as below the headings of the lists. */}
      <h2 className="sr-only">Question and response</h2>
      <Requests
        requests={useQuery(adminRequestQuery(requestId))}
        place={requestId}
        page={1}
        pageSize={1}
        label="Guidance request"
        isInOrder
        isAlone
        goneBy={[]}
        empty={<UnknownEntry {...LIST} noun="request" />}
      />
    </div>
  )
}
