import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect } from 'react'
import { ApplicationsCard } from '#web/features/admin/joining/applications-card.tsx'
import { InvitationsCard } from '#web/features/admin/joining/invitations-card.tsx'
import { JoiningForm } from '#web/features/admin/joining/joining-form.tsx'
import { joiningSettingsQuery } from '#web/features/admin/joining/queries.ts'
import { forgetDone, sendDecisions } from '#web/lib/undo.ts'
import { Loaded } from '#web/ui/loaded.tsx'

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
      <Loaded query={settings} label="Loading" rows={['h-96 rounded-xl', 'h-64 rounded-xl']}>
        {(data) => (
          <>
            <ApplicationsCard isAsked={data.mode === 'asked'} />
            <JoiningForm settings={data} />
            <InvitationsCard mode={data.mode} />
          </>
        )}
      </Loaded>
    </section>
  )
}
