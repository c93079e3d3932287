import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { JoiningMode } from '#contract/joining.ts'
import { InvitationRow } from '#web/features/admin/joining/invitation-row.tsx'
import { NewInvitationForm } from '#web/features/admin/joining/new-invitation-form.tsx'
import { invitationsQuery } from '#web/features/admin/joining/queries.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'

const NOT_NEEDED: Partial<Record<JoiningMode, string>> = {
  open: 'Anyone can join right now, so nobody needs an invitation.',
  closed: 'Invitations don’t work while the community is closed.',
}

/** A form for new invitations, and the list of existing ones. */
export function InvitationsCard({ mode }: { mode: JoiningMode }): ReactElement {
  const list = useInfiniteQuery(invitationsQuery)
  const invitations = list.data?.pages.flat()
  return (
    <Card aria-labelledby="invitations">
      <CardHeader>
        <CardTitle id="invitations" asLevel={3}>
          Invitations
        </CardTitle>
        <CardDescription className="max-w-prose">
          {NOT_NEEDED[mode] ?? 'A link that lets people create an account.'} You’ll see how often
          each one was used, never by whom.
        </CardDescription>
      </CardHeader>
      <div className="flex flex-col gap-5">
        <NewInvitationForm />
        {list.error && !invitations ? <QueryError query={list} /> : null}
        {list.isPending ? (
          <Skeletons
            label="Loading the invitations"
            rows={['h-16 rounded-lg', 'h-16 rounded-lg']}
          />
        ) : null}
        {invitations?.length === 0 ? <EmptyState message="No invitations yet" /> : null}
        {invitations && invitations.length > 0 ? (
          <ul aria-label="Invitations" className="flex flex-col divide-y divide-line">
            {invitations.map((invitation) => (
              <li key={invitation.id}>
                <InvitationRow invitation={invitation} />
              </li>
            ))}
          </ul>
        ) : null}
        <LoadMore list={list} />
      </div>
    </Card>
  )
}
