import type { ReactElement } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Notice } from '#web/ui/notice.tsx'

const SuspensionLook = onDemand(
  () => import('#web/features/second-looks/suspension-look.tsx'),
  'SuspensionLook',
)

/** Why a sign-in was refused. A suspended member can ask for a second look here. */
export function SignInRefusal(props: {
  sentence: string | undefined
  error: unknown
}): ReactElement | null {
  const { sentence, error } = props
  if (!sentence) return null
  const look = error instanceof ApiError ? error.secondLook : undefined
  return (
    <Notice variant="error">
      <p className="wrap-anywhere">{sentence}</p>
      {look ? <SuspensionLook key={look.proof} {...look} /> : null}
    </Notice>
  )
}
