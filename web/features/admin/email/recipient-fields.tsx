import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { RECIPIENT_GROUPS } from '#contract/email.ts'
import { choiceOf } from '#web/features/admin/email/mail-draft.ts'
import { recipientGroupsQuery } from '#web/features/admin/email/queries.ts'
import { GROUP_LABELS, groupHelp } from '#web/features/admin/email/recipient-words.ts'
import { RecipientsLine } from '#web/features/admin/email/recipients-line.tsx'
import type { MailFormState } from '#web/features/admin/email/use-mail-form.ts'
import { Field } from '#web/ui/field.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Select } from '#web/ui/select.tsx'

/** Selects the recipients of a broadcast, and shows how many they are now. */
export function RecipientFields({ form }: Pick<MailFormState, 'form'>): ReactElement {
  const groups = useQuery(recipientGroupsQuery)
  const [group, productId] = form.watch(['group', 'productId'])
  const choice = choiceOf({ group, productId })
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Field label="Recipients" help={groupHelp(group, groups.data)}>
          <Select {...form.register('group')}>
            {RECIPIENT_GROUPS.map((value) => (
              <option key={value} value={value}>
                {GROUP_LABELS[value]}
              </option>
            ))}
          </Select>
        </Field>
        {group === 'buyers' && groups.data ? (
          <Field label="Product" error={form.formState.errors.productId?.message} required>
            <Select
              {...form.register('productId', { onChange: () => form.clearErrors('productId') })}
            >
              <option value="">Choose a product</option>
              {groups.data.products.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </Select>
          </Field>
        ) : null}
      </div>
      {group === 'buyers' ? <QueryError query={groups} /> : null}
      {choice ? <RecipientsLine choice={choice} /> : null}
    </div>
  )
}
