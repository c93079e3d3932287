import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect } from 'react'
import { ApplicationsCard } from '#web/features/admin/joining/applications-card.tsx'
import { InvitationsCard } from '#web/features/admin/joining/invitations-card.tsx'
import { JoiningForm } from '#web/features/admin/joining/joining-form.tsx'
import { joiningSettingsQuery } from '#web/features/admin/joining/queries.ts'
import { forgetDone, sendDecisions } from '#web/lib/undo.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'

/** The Joining tab: applications, who may join, and invitations. */
export function JoiningPanel(): ReactElement {
  const settings = useQuery(joiningSettingsQuery)
  useEffect(() => {
    forgetDone()
    return () => void sendDecisions()
  }, [])
  return (
    <section aria-labelledby="joining" className="flex flex-col gap-5">
      <h2 id="joining">Joining</h2>
      {settings.data ? (
        <>
          <ApplicationsCard isAsked={settings.data.mode === 'asked'} />
          <JoiningForm settings={settings.data} />
          <InvitationsCard mode={settings.data.mode} />
        </>
      ) : null}
      {settings.error && !settings.data ? <QueryError query={settings} /> : null}
      {settings.isPending ? (
        <Skeletons label="Loading" rows={['h-96 rounded-xl', 'h-64 rounded-xl']} />
      ) : null}
    </section>
  )
}
