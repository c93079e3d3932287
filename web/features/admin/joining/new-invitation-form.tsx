import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { useForm } from 'react-hook-form'
import { JOINING_LIMITS, NewInvitation } from '#contract/joining.ts'
import { createInvitation, refreshInvitations } from '#web/features/admin/joining/queries.ts'
import { CopyField } from '#web/features/admin/kit/copy-field.tsx'
import { notifyError } from '#web/features/admin/notify.ts'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import { useSiteTitle } from '#web/lib/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Options, Select } from '#web/ui/select.tsx'

const DAYS = { 1: '1 day', 7: '7 days', 30: '30 days', 90: '90 days' }

/** Creates an invitation, and shows its link only once. */
export function NewInvitationForm(): ReactElement {
  const client = useQueryClient()
  const form = useForm({
    defaultValues: { maxUses: '1', days: '7' },
    resolver: zodResolver(NewInvitation),
  })
  const creating = useMutation({
    mutationFn: createInvitation,
    onSuccess: () => void refreshInvitations(client),
    onError: (error) => {
      notifyError('Failed to create the invitation', error)
      showFieldErrors(form, { error, names: ['maxUses', 'days'] })
    },
  })
  const { errors } = form.formState
  return (
    <div className="flex flex-col gap-4">
      <Form
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => creating.mutate(values))(event)}
        className="flex flex-wrap items-start gap-4"
      >
        <Field label="People" error={errors.maxUses?.message} className="w-28">
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={JOINING_LIMITS.uses}
            {...form.register('maxUses')}
          />
        </Field>
        <Field label="Valid for" className="w-36">
          <Select {...form.register('days')}>
            <Options labels={DAYS} />
          </Select>
        </Field>
        <Button type="submit" busy={creating.isPending} className="sm:mt-8">
          Create invitation
        </Button>
      </Form>
      {creating.data ? <NewLink key={creating.data.id} url={creating.data.url} /> : null}
    </div>
  )
}

function NewLink({ url }: { url: string }): ReactElement {
  const siteTitle = useSiteTitle()
  const handleShare = (): void =>
    // Closing the share sheet is not an error.
    void navigator.share({ title: `Join ${siteTitle}`, url }).catch(() => undefined)
  return (
    <Notice variant="success" title="Your invitation is ready">
      <p>Copy the link now. It won’t be shown again.</p>
      <div className="mt-3 flex flex-col gap-2">
        <CopyField label="Invitation link" value={url} />
        {'share' in navigator ? (
          <Button variant="outline" className="self-start" onClick={handleShare}>
            <Share2 aria-hidden size={18} />
            Share
          </Button>
        ) : null}
      </div>
    </Notice>
  )
}
