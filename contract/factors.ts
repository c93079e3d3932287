import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

const Password = z
  .string('Enter your password.')
  .min(1, 'Enter your password.')
  .max(1000, 'This is not your password.')

/** How somebody who is signed in proves again who they are. */
export const StepUp = z.discriminatedUnion('method', [
  z.object({ method: z.literal('password'), password: Password }),
])
export type StepUp = z.infer<typeof StepUp>

export const factorEndpoints = {
  stepUp: defineEndpoint({
    method: 'POST',
    path: '/api/step-up',
    who: 'member',
    summary: 'Proves again who the caller is, for the calls that ask for it within 10 minutes.',
    body: StepUp,
    response: null,
  }),
}
