import { type ReactElement, type ReactNode, useState } from 'react'
import {
  broadcastOf,
  missingContentOf,
  testContentProblemOf,
} from '#web/features/admin/email/mail-draft.ts'
import { PreviewDialog } from '#web/features/admin/email/preview-dialog.tsx'
import { TestDialog } from '#web/features/admin/email/test-dialog.tsx'
import type { MailFormState } from '#web/features/admin/email/use-mail-form.ts'
import { FormBar } from '#web/features/admin/kit/form-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenuItem, MoreMenu } from '#web/ui/dropdown-menu.tsx'

type Try = 'preview' | 'test'
const TRIES: readonly { name: Try; label: string }[] = [
  { name: 'preview', label: 'Preview' },
  { name: 'test', label: 'Send test email' },
]

interface MailBarProps extends Pick<MailFormState, 'form' | 'refuse'> {
  /** The buttons that decide about the email. */
  children: ReactNode
}

/** The bar of an email's form: what decides about it, and the two ways to try it, on a phone in a menu. */
export function MailBar({ form, refuse, children }: MailBarProps): ReactElement {
  const [open, setOpen] = useState<Try>()
  const close = (): void => setOpen(undefined)
  const start = (name: Try): void => {
    const problem = (name === 'test' ? testContentProblemOf : missingContentOf)(form.getValues())
    if (problem) refuse(problem)
    else setOpen(name)
  }
  return (
    <FormBar>
      {children}
      {TRIES.map(({ name, label }) => (
        <Button key={name} variant="ghost" className="max-sm:hidden" onClick={() => start(name)}>
          {label}
        </Button>
      ))}
      <MoreMenu label="Try this email" className="-mr-2 ml-auto sm:hidden">
        {TRIES.map(({ name, label }) => (
          <DropdownMenuItem key={name} opens={() => start(name)}>
            {label}
          </DropdownMenuItem>
        ))}
      </MoreMenu>
      <PreviewDialog
        content={broadcastOf(form.watch())}
        isOpen={open === 'preview'}
        onClose={close}
      />
      <TestDialog form={form} refuse={refuse} isOpen={open === 'test'} onClose={close} />
    </FormBar>
  )
}
