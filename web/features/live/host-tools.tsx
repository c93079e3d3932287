import type { ReactElement } from 'react'
import { Folded } from './folded.tsx'
import { useLiveState } from './queries.ts'
import { RecordingsCard } from './recordings-card.tsx'
import { SettingsCard } from './settings-card.tsx'

/** Recordings and settings, for administrators. */
export function HostTools(): ReactElement {
  const isOnAir = useLiveState().data?.onAir ?? false
  return (
    <>
      <RecordingsCard />
      <Folded label="Live Coaching Settings" isFolded={isOnAir}>
        <SettingsCard />
      </Folded>
    </>
  )
}
