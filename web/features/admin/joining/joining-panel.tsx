import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Applications } from '#web/features/admin/joining/applications.tsx'
import { InvitationsCard } from '#web/features/admin/joining/invitations-card.tsx'
import { JoiningForm } from '#web/features/admin/joining/joining-form.tsx'
import { joiningSettingsQuery } from '#web/features/admin/joining/queries.ts'
import { Loaded } from '#web/ui/loaded.tsx'

/** The Joining tab: applications, who may join, and invitations. */
export function JoiningPanel(): ReactElement {
  const settings = useQuery(joiningSettingsQuery)
  return (
    <section aria-labelledby="joining" className="flex flex-col gap-5">
      <h2 id="joining">Joining</h2>
      <Loaded query={settings} label="Loading" rows={['h-96 rounded-xl', 'h-64 rounded-xl']}>
        {(data) => (
          <>
            <Applications isAsked={data.mode === 'asked'} />
            <JoiningForm settings={data} />
            <InvitationsCard mode={data.mode} />
          </>
        )}
      </Loaded>
    </section>
  )
}
