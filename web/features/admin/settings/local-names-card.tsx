import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactElement, type SubmitEvent, useRef } from 'react'
import { isolated } from '#contract/direction.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import type { localNameEndpoints } from '#contract/local-names.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { localNamesQuery } from '#web/features/identity/queries.ts'
import { ApiError, call, sentenceOf } from '#web/lib/api.ts'
import { localNameCalls } from '#web/lib/calls.gen.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useTextDraft } from '#web/lib/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { FoldedCard } from '#web/ui/folded-card.tsx'
import { Form } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

/** Always refetched, because other administrators may have changed the names. */
const freshNamesQuery = { ...localNamesQuery, staleTime: 0 }

/** Names of places near the community, which members' devices look for in what they write. */
export function LocalNamesCard(): ReactElement {
  const names = useQuery(freshNamesQuery)
  return (
    <FoldedCard
      title="Local names"
      description="Towns, streets, schools and hangouts near you. When members write one of them, their device warns them that it could identify them."
    >
      <div className="flex flex-col gap-4">
        <AddForm />
        <Loaded query={names} label="Loading the local names" rows={['h-11']}>
          {(data) => <NameList names={data.names} />}
        </Loaded>
      </div>
    </FoldedCard>
  )
}

function changeNames(body: BodyInput<typeof localNameEndpoints.change>) {
  return call(localNameCalls.change, { body })
}

function AddForm(): ReactElement {
  const [text, setText] = useTextDraft(`local-names:${useMember().id}`)
  const client = useQueryClient()
  const adding = useAction({
    call: (add: string[]) => changeNames({ add }),
    done: 'Local names saved',
    onDone: (names) => {
      client.setQueryData(localNamesQuery.queryKey, names)
      setText('')
    },
  })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const add = text.split('\n').filter((line) => line.trim() !== '')
    if (add.length > 0) adding.run(add)
  }
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col items-start gap-3">
      <Field
        label="Add names"
        help="One per line."
        error={adding.error ? refusalOf(adding.error) : undefined}
        className="w-full"
      >
        <Textarea
          value={text}
          readOnly={adding.isPending}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <Button type="submit" variant="outline" busy={adding.isPending}>
        Add
      </Button>
    </Form>
  )
}

/** The server's sentence about the first refused name. */
function refusalOf(error: Error): string {
  if (!(error instanceof ApiError)) return sentenceOf(error)
  return Object.values(error.fields)[0] ?? sentenceOf(error)
}

function NameList({ names }: { names: readonly string[] }): ReactElement {
  const client = useQueryClient()
  const box = useRef<HTMLDivElement>(null)
  const removing = useAction({
    call: (name: string) => changeNames({ remove: [name] }),
    done: (_names, name) => `“${isolated(name)}” removed`,
    failed: 'Failed to remove the name',
    onDone: (left) => {
      client.setQueryData(localNamesQuery.queryKey, left)
      box.current?.querySelector('summary')?.focus()
    },
  })
  if (names.length === 0) return <p className="text-ink-quiet">No local names yet.</p>
  return (
    <div ref={box}>
      <Disclosure summary={names.length === 1 ? '1 local name' : `${names.length} local names`}>
        <ul aria-label="Local names" className="flex flex-wrap gap-2">
          {names.map((name) => (
            <li
              key={name}
              className="inline-flex items-center rounded-full border border-line bg-sand pl-3.5 wrap-anywhere"
            >
              <bdi>{name}</bdi>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove ${name}`}
                disabled={removing.isPending}
                onClick={() => removing.run(name)}
              >
                <X aria-hidden size={16} />
              </Button>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}
