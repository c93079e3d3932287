import { useEffect } from 'react'
import type { NeutralName } from '#contract/neutral-names.ts'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { keepNeutralName } from '#web/lib/neutral-name.ts'
import { useVisit } from '#web/lib/visit.ts'

/** The member's neutral name; for visitors, that of the last member on this device. */
export function useNeutralName(): NeutralName | null {
  const { user } = useAuth()
  const visit = useVisit()
  const chosen = user?.neutralName
  useEffect(() => {
    if (chosen !== undefined) keepNeutralName(chosen)
  }, [chosen])
  return chosen === undefined ? visit.neutralName : chosen
}
