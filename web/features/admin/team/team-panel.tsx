import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { presetOf, RIGHT_WORDS } from '#contract/rights.ts'
import type { TeamMember } from '#contract/team.ts'
import { StepUpPanel } from '#web/features/accounts/step-up-panel.tsx'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { teamQuery } from '#web/features/admin/team/queries.ts'
import {
  PRESET_NAMES,
  RightsDialog,
  type Subject,
} from '#web/features/admin/team/rights-dialog.tsx'
import { isStepUp } from '#web/lib/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The team and their rights. `q` in the address is the community username of somebody to add or change. */
export function TeamPanel(): ReactElement {
  const { q, searchFor } = useAdminAddress()
  const team = useQuery(teamQuery)
  const [chosen, setChosen] = useState<Subject>()
  const named: Subject | undefined =
    q && team.data && !isStepUp(team.error) ? subjectOf(q, team.data) : undefined
  const close = (): void => {
    setChosen(undefined)
    if (q) searchFor('')
  }
  return (
    <SectionCard
      title="Team"
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
            <Button
              className="self-start"
              onClick={() => setChosen({ anonymousUsername: '', rights: [], isNew: true })}
            >
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
      <RightsDialog subject={chosen ?? named} onClose={close} />
    </SectionCard>
  )
}

function subjectOf(anonymousUsername: string, team: readonly TeamMember[]): Subject {
  const member = team.find((one) => one.anonymousUsername === anonymousUsername)
  return member ? { ...member, isNew: false } : { anonymousUsername, rights: [], isNew: true }
}

function TeamRow(props: { member: TeamMember; onChange: () => void }): ReactElement {
  const { anonymousUsername, rights, isSelf, isSuspended, since, changedAt, changedBy } =
    props.member
  const preset = presetOf(rights)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">{anonymousUsername}</span>
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
              On the team since <RelativeTime date={since} />
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
