import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { Versioned } from '#contract/fields.ts'
import { type HouseRules, HouseRulesInput } from '#contract/rules.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { rulesQuery } from '#web/features/rules/queries.ts'
import { call } from '#web/lib/api.ts'
import { ruleCalls } from '#web/lib/calls.gen.ts'
import { fresh } from '#web/lib/endpoint-query.ts'
import { SaveBar } from '#web/lib/save-bar.tsx'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { FoldedCard } from '#web/ui/folded-card.tsx'
import { Form } from '#web/ui/form.tsx'
import { RichTextField } from '#web/ui/form-fields.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

/** The text of the page *House rules*. The editor loads when the card is opened. */
export function RulesCard(): ReactElement {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <FoldedCard
      title="House rules"
      description={
        <>
          Everyone can read them under{' '}
          <Link to="/rules" className="underline underline-offset-4">
            House rules
          </Link>
          . Each heading names a rule.
        </>
      }
      onOpenChange={(isOpen) => setWasOpened((was) => was || isOpen)}
    >
      <Link
        to="/admin/rule-numbers"
        className="inline-flex min-h-11 items-center text-primary underline underline-offset-4"
      >
        House rules in numbers
      </Link>
      {wasOpened ? <Rules /> : null}
    </FoldedCard>
  )
}

function Rules(): ReactElement {
  // Other administrators may have changed them.
  const rules = useQuery({ ...rulesQuery, ...fresh })
  return (
    <Loaded query={rules} label="Loading the house rules" rows={['h-120']}>
      {(data) => <RulesForm rules={data} />}
    </Loaded>
  )
}

const draftOf = ({ html }: HouseRules): HouseRulesInput => ({ html })

function RulesForm({ rules }: { rules: Versioned<HouseRules> }): ReactElement {
  const client = useQueryClient()
  const state = useServerForm({
    initial: draftOf(rules),
    version: rules.version,
    values: HouseRulesInput,
    draft: { key: `rules:${useMember().id}`, schema: HouseRulesInput.partial() },
    save: (values, _changed, version) => call(ruleCalls.save, { body: { ...values, version } }),
    toDraft: draftOf,
    done: 'House rules saved',
    onSaved: (saved) => client.setQueryData(rulesQuery.queryKey, saved),
  })
  return (
    <Form noValidate onSubmit={state.submit} className="flex flex-col gap-5">
      <RichTextField
        form={state.form}
        name="html"
        label="Rules"
        help={
          rules.isBuiltIn
            ? 'These are the built-in rules.'
            : 'Delete the text to use the built-in rules again.'
        }
      />
      {/* A bar that stays in view would cover the text in the card. */}
      <SaveBar state={state} label="Save rules" className="static border-0 p-0" />
    </Form>
  )
}
