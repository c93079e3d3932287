import type { ReactElement } from 'react'
import { RecordingsCard } from './recordings-card.tsx'
import { SettingsCard } from './settings-card.tsx'

/** Recordings and settings, for administrators. */
export function HostTools(): ReactElement {
  return (
    <>
      <RecordingsCard />
      <SettingsCard />
    </>
  )
}
