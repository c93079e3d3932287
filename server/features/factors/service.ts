import type { StepUp } from '#contract/factors.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { provePassword } from '../accounts/passwords-service.ts'
import { stepUpSession } from '../accounts/sessions-service.ts'

/** Throws `invalid_input` for a wrong proof and `rate_limited` after too many. */
export async function stepUp(context: Context, viewer: Viewer, proof: StepUp): Promise<void> {
  await provePassword(context, viewer, { password: proof.password, field: 'password' })
  await stepUpSession(context, viewer)
}
