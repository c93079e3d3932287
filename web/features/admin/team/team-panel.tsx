import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Controller } from 'react-hook-form'
import { isolated } from '#contract/direction.ts'
import {
  PRESETS,
  type Preset,
  presetOf,
  RIGHT_WORDS,
  RIGHTS,
  type Right,
} from '#contract/rights.ts'
import { RightsChange, type TeamMember } from '#contract/team.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { StepUpPanel } from '#web/features/accounts/step-up-panel.tsx'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { DecisionDialog, DecisionForm } from '#web/features/admin/kit/decision-dialog.tsx'
import { call, isStepUp } from '#web/lib/api.ts'
import { teamCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { DayTime, RelativeTime } from '#web/ui/relative-time.tsx'
import { Options, Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/**
 * The team and their rights. `q` in the address is the community username of somebody to add or change,
 * `right` one that is chosen already for whoever is picked.
 */
export function TeamPanel(): ReactElement {
  const { q, searchFor } = useAdminAddress()
  const search = useSearch({ from: '/admin/team' })
  const right = RIGHTS.find((one) => one === search.right)
  const navigate = useNavigate()
  const team = useQuery(teamQuery)
  const [chosen, setChosen] = useState<Subject>()
  const named: Subject | undefined =
    q && team.data && !isStepUp(team.error) ? subjectOf(q, team.data) : undefined
  const subject = chosen ?? named
  const close = (): void => {
    setChosen(undefined)
    if (q) searchFor('')
  }
  return (
    <SectionCard
      title="Team"
      isTitleAbove
      description="Everyone who helps to run this community. Each right opens one part of the administration, and nobody sees more than their rights allow."
    >
      <div aria-busy={team.isFetching} className="flex flex-col gap-5">
        {team.isPending ? (
          <div role="status" aria-label="Loading the team" className="flex flex-col gap-4">
            <Skeleton className="h-20 rounded-xl" />
            <Skeleton className="h-20 rounded-xl" />
          </div>
        ) : isStepUp(team.error) ? (
          <StepUpPanel onConfirmed={() => void team.refetch()} isBusy={team.isFetching} />
        ) : team.error ? (
          <QueryError query={team} />
        ) : (
          <>
            {right ? (
              <Notice title={`Who else should have the right ${RIGHT_WORDS[right].name}?`}>
                <p>
                  It is checked for whoever you choose: add someone, or press Change rights beside
                  their name.
                </p>
              </Notice>
            ) : null}
            <Button className="self-start" onClick={() => setChosen({ ...NOBODY, isNew: true })}>
              <UserPlus aria-hidden size={20} />
              Add someone to the team
            </Button>
            <ul className="flex flex-col divide-y divide-line">
              {team.data.map((member) => (
                <li key={member.id}>
                  <TeamRow
                    member={member}
                    onChange={() => setChosen({ ...member, isNew: false })}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <RightsDialog
        subject={subject && { ...subject, given: right }}
        onClose={close}
        onSaved={() => {
          close()
          if (right) void navigate({ to: '/admin/team', search: {} })
        }}
      />
    </SectionCard>
  )
}

function subjectOf(anonymousUsername: string, team: readonly TeamMember[]): Subject {
  const member = team.find((one) => one.anonymousUsername === anonymousUsername)
  return member ? { ...member, isNew: false } : { ...NOBODY, anonymousUsername, isNew: true }
}

function TeamRow(props: { member: TeamMember; onChange: () => void }): ReactElement {
  const { anonymousUsername, rights, isSelf, isSuspended, since, changedAt, changedBy } =
    props.member
  const preset = presetOf(rights)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="font-semibold wrap-anywhere">{anonymousUsername}</bdi>
          {isSelf ? <span>(you)</span> : null}
          {preset ? <Badge>{PRESET_NAMES[preset]}</Badge> : null}
          {isSuspended ? <Badge variant="destructive">Suspended</Badge> : null}
        </p>
        {preset === 'owner' ? (
          <p className="text-sm">All rights</p>
        ) : (
          <p className="text-sm">{rights.map((right) => RIGHT_WORDS[right].name).join(', ')}</p>
        )}
        <p className="text-sm text-ink-quiet">
          {since ? (
            <>
              On the team since <DayTime date={since} />
            </>
          ) : null}
          {changedAt && changedBy ? (
            <>
              ; rights changed by {changedBy} <RelativeTime date={changedAt} />
            </>
          ) : null}
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Change rights for ${anonymousUsername}`}
        onClick={props.onChange}
      >
        Change rights
      </Button>
    </div>
  )
}

/** The person whose rights are changed. The name is empty until it is entered. */
interface Subject {
  anonymousUsername: string
  rights: Right[]
  isNew: boolean
  /** Empty for somebody who isn’t on the team. */
  version: string
  /** A right that is checked although they don’t have it yet. */
  given?: Right | undefined
}

const NOBODY = { anonymousUsername: '', rights: [], version: '' }

interface RightsDialogProps {
  /** Undefined while the dialog is closed. */
  subject: Subject | undefined
  onClose: () => void
  onSaved: () => void
}

/** Gives or removes rights. */
function RightsDialog({ subject, onClose, onSaved }: RightsDialogProps): ReactElement {
  return (
    <DecisionDialog
      title={
        subject?.isNew
          ? 'Add someone to the team'
          : `Rights for ${isolated(subject?.anonymousUsername ?? '')}`
      }
      description="Anyone who gains a right is signed out and has to sign in again. Removing a right takes effect right away."
      isOpen={subject !== undefined}
      onClose={onClose}
      // What gets the focus isn’t behind the buttons.
      className="scroll-pb-24"
    >
      {subject ? <RightsForm subject={subject} onSaved={onSaved} /> : null}
    </DecisionDialog>
  )
}

const RightsValues = RightsChange.omit({ version: true })

function RightsForm({ subject, onSaved }: { subject: Subject; onSaved: () => void }): ReactElement {
  const { anonymousUsername, given } = subject
  const rights = RIGHTS.filter((right) => right === given || subject.rights.includes(right))
  const queryClient = useQueryClient()
  const router = useRouter()
  const { form, ...state } = useServerForm({
    initial: { anonymousUsername, rights },
    values: RightsValues,
    version: subject.version,
    save: (values, _changed, version) => changeRights({ ...values, version }),
    done: ({ anonymousUsername: name, rights }) =>
      rights.length > 0
        ? `Rights saved for ${isolated(name)}`
        : `${isolated(name)} is no longer on the team`,
    failed: 'Failed to change rights',
    onSaved: async ({ isSelf }) => {
      onSaved()
      if (isSelf) {
        await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
        // Someone without a right to this page is redirected.
        await router.invalidate()
      }
      await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey })
    },
  })
  return (
    <DecisionForm {...state} label="Save rights" isLong>
      {subject.isNew ? (
        <TextField
          form={form}
          name="anonymousUsername"
          label="Community username"
          help="The name on their stories, not the one they sign in with."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      ) : null}
      <Controller
        control={form.control}
        name="rights"
        render={({ field, fieldState }) => (
          <RightsField
            rights={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
    </DecisionForm>
  )
}

const PRESET_NAMES: Record<Preset, string> = {
  owner: 'Owner',
  pastor: 'Pastor',
  treasurer: 'Treasurer',
  helper: 'Helper',
}

interface RightsFieldProps {
  rights: readonly Right[]
  onChange: (rights: Right[]) => void
  error?: string | undefined
}

/** Selects a preset, or each right individually. */
function RightsField({ rights, onChange, error }: RightsFieldProps): ReactElement {
  const choosePreset = (value: string): void => {
    const preset = presetNames.find((name) => name === value)
    if (preset) onChange([...PRESETS[preset]])
  }
  const toggle = (right: Right): void =>
    onChange(rights.includes(right) ? rights.filter((one) => one !== right) : [...rights, right])
  return (
    <div className="flex flex-col gap-4">
      <Field label="Role" help="A common set of rights. You can change each one below.">
        <Select
          value={presetOf(rights) ?? ''}
          onChange={(event) => choosePreset(event.target.value)}
        >
          <option value="" disabled>
            {rights.length === 0 ? 'Choose a role' : 'Custom'}
          </option>
          <Options labels={PRESET_NAMES} />
        </Select>
      </Field>
      <fieldset aria-describedby={error ? 'rights-error' : undefined}>
        <legend className="font-medium">Rights</legend>
        <div className="mt-1 flex flex-col">
          {RIGHTS.map((right) => (
            <Checkbox
              key={right}
              checked={rights.includes(right)}
              onChange={() => toggle(right)}
              label={
                <span className="flex flex-col py-1">
                  <span className="font-medium">{RIGHT_WORDS[right].name}</span>
                  <span className="text-sm text-ink-quiet">{RIGHT_WORDS[right].opens}</span>
                </span>
              }
            />
          ))}
        </div>
        <FieldError id="rights-error">{error}</FieldError>
      </fieldset>
    </div>
  )
}

/** The object has no other keys. */
const presetNames = Object.keys(PRESETS) as Preset[]

/** Everyone with rights. Nothing is cached after the page is left. */
export const teamQuery = endpointQuery(teamCalls.list, { ...fresh, gcTime: 0 })

function changeRights(body: RightsChange) {
  return call(teamCalls.changeRights, {
    body,
    describe: ({ rights }) => ({
      Rights: rights.map((right) => RIGHT_WORDS[right].name).join('\n'),
    }),
  })
}
