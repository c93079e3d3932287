import { KeyRound } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { z } from 'zod'
import type { User } from '#contract/accounts.ts'
import {
  type PasskeyAssertion,
  type PasskeyRequestOptions,
  RecoveryCode,
  TotpCode,
} from '#contract/factors.ts'
import {
  passkeyFailure,
  useCanUsePasskeys,
} from '#web/features/accounts/factors/passkey-support.ts'
import { SignInRefusal } from '#web/features/accounts/sign-in-refusal.tsx'
import { useSending } from '#web/lib/use-sending.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { useVisit } from '#web/lib/visit.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'

type CodeMethod = 'totp' | 'recovery-code'
type Method = 'passkey' | CodeMethod
type Proof =
  | { method: CodeMethod; code: string }
  | { method: 'passkey'; response: PasskeyAssertion }

interface FactorPromptProps {
  factors: User['factors']
  /** Where a code is posted without scripts. */
  action?: string
  /** Fetches the options that the browser needs to use a passkey. */
  askForPasskey: () => Promise<PasskeyRequestOptions>
  /** Throws an ApiError if refused. */
  onProof: (proof: Proof) => Promise<unknown>
}

const WORDS = {
  passkey: 'Use a passkey',
  totp: 'Use your authenticator app',
  'recovery-code': 'Use a recovery code',
} as const

/** Asks for one of the account's factors, the easiest first, with buttons for the others. */
export function FactorPrompt(props: FactorPromptProps): ReactElement {
  const codes: CodeMethod[] = props.factors.totp ? ['totp', 'recovery-code'] : ['recovery-code']
  const canUsePasskeys = useCanUsePasskeys()
  const methods =
    canUsePasskeys && props.factors.passkeys > 0 ? ['passkey' as const, ...codes] : codes
  const [method = methods[0], setMethod] = useState<Method>()
  const others = methods.filter((other) => other !== method)
  return (
    <div className="flex flex-col gap-4">
      {method === undefined || method === 'passkey' ? (
        <PasskeyPrompt {...props} />
      ) : (
        <CodeForm key={method} {...props} method={method} />
      )}
      <div className="flex flex-wrap gap-x-5 noscript:hidden">
        {others.map((other) => (
          <Button key={other} variant="link" onClick={() => setMethod(other)}>
            {WORDS[other]}
          </Button>
        ))}
      </div>
      <noscript>
        <div className="flex flex-col gap-8">
          {codes
            .filter((other) => other !== method)
            .map((other) => (
              <CodeForm key={other} {...props} method={other} />
            ))}
        </div>
      </noscript>
    </div>
  )
}

function PasskeyPrompt({ askForPasskey, onProof }: FactorPromptProps): ReactElement {
  const answer = useSending({
    mutationFn: async () => {
      const options = await askForPasskey()
      const { answerWithPasskey } = await import(
        '#web/features/accounts/factors/passkey-browser.ts'
      )
      await onProof({ method: 'passkey', response: await answerWithPasskey(options) })
    },
  })
  return (
    <>
      <SignInRefusal
        sentence={answer.error ? passkeyFailure(answer.error) : undefined}
        error={answer.error}
      />
      <Button
        size="lg"
        className="noscript:hidden"
        busy={answer.isPending || answer.isSuccess}
        onClick={() => answer.mutate()}
      >
        <KeyRound aria-hidden size={20} />
        Use your passkey
      </Button>
    </>
  )
}

const FIELDS = {
  totp: {
    schema: z.object({ code: TotpCode }),
    label: 'Code from your authenticator app',
    help: '6 digits. A new one appears every 30 seconds.',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 20 },
  },
  'recovery-code': {
    schema: z.object({ code: RecoveryCode }),
    label: 'Recovery code',
    help: 'One of the codes you saved. Each one works once.',
    input: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 60 },
  },
} as const

function CodeForm(
  props: Pick<FactorPromptProps, 'action' | 'onProof'> & { method: CodeMethod },
): ReactElement {
  const { method, action, onProof } = props
  const posted = useVisit().refusal
  const refusal = posted?.values.method === method ? posted : undefined
  const { schema, label, help, input } = FIELDS[method]
  const { form, ...verifying } = useServerForm({
    initial: { code: '' },
    values: schema,
    save: ({ code }) => onProof({ method, code }),
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const sentence = verifying.sentence ?? refusal?.sentence
  const error = form.formState.errors.code?.message ?? refusal?.fields.code
  return (
    <Form noValidate action={action} onSubmit={verifying.submit} className="flex flex-col gap-4">
      <SignInRefusal sentence={sentence} error={verifying.error} />
      <input type="hidden" name="method" value={method} />
      <Field label={label} help={help} error={error} required>
        <Input {...input} className="tabular-nums" {...form.register('code')} />
      </Field>
      <Button type="submit" busy={verifying.isSaving || verifying.isSaved}>
        Confirm
      </Button>
    </Form>
  )
}
