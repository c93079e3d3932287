import { useEffect } from 'react'
import type { NeutralName } from '#contract/neutral-names.ts'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { deviceNeutralName, showNeutralName } from '#web/lib/neutral-name.ts'

/** The member's neutral name; for visitors, that of the last member on this device. */
export function useNeutralName(): NeutralName | null {
  const { user } = useAuth()
  const chosen = user?.neutralName
  useEffect(() => {
    if (chosen !== undefined) showNeutralName(chosen)
  }, [chosen])
  return chosen === undefined ? deviceNeutralName() : chosen
}
