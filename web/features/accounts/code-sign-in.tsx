import type { ReactElement } from 'react'
import {
  findCodeRequest,
  forgetCodeRequest,
  saveCodeRequest,
} from '#web/features/accounts/code-request.ts'
import { RequestCodeForm } from '#web/features/accounts/request-code-form.tsx'
import { VerifyCodeForm } from '#web/features/accounts/verify-code-form.tsx'
import { useStoredState } from '#web/lib/use-stored-state.ts'

/** Sign-in with an emailed code: first the address, then the code. */
export function CodeSignIn(props: {
  next: string | undefined
  onFactor: () => void
}): ReactElement {
  const { next, onFactor } = props
  const [email, setEmail] = useStoredState(() => findCodeRequest(new Date()), undefined)
  const handleSent = (sentTo: string): void => {
    saveCodeRequest(sentTo, new Date())
    setEmail(sentTo)
  }
  const handleBack = (): void => {
    forgetCodeRequest()
    setEmail(undefined)
  }
  return email === undefined ? (
    <RequestCodeForm onSent={handleSent} />
  ) : (
    <VerifyCodeForm email={email} next={next} onBack={handleBack} onFactor={onFactor} />
  )
}
