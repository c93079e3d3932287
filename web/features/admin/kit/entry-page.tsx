import { Link, type LinkProps, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { MouseEvent, ReactElement } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** The page of a list. */
type List = NonNullable<LinkProps['to']>

/** Of a link in a list: the entry's page knows that the list is one step back. */
export const FROM_LIST = { listSteps: 1 }

/**
 * Goes back to the list as it was left, with its filters and its place. Somebody who didn't come from
 * there gets it anew.
 */
export function useLeaveEntry(list: List): () => void {
  const { history } = useRouter()
  const navigate = useNavigate()
  const listSteps = useLocation({ select: ({ state }) => state.listSteps })
  return () => {
    if (listSteps) history.go(-listSteps, { ignoreBlocker: true })
    else void navigate({ to: list, ignoreBlocker: true })
  }
}

interface BackLinkProps {
  list: List
  /** The link's text: 'All products'. */
  label: string
}

/** The link above an entry, back to its list. */
function BackLink({ list, label }: BackLinkProps): ReactElement {
  const { history } = useRouter()
  const listSteps = useLocation({ select: ({ state }) => state.listSteps })
  const handlePress = (event: MouseEvent): void => {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
    if (!listSteps || isElsewhere) return
    event.preventDefault()
    history.go(-listSteps)
  }
  return (
    <Button variant="link" size="sm" className="self-start" asChild>
      <Link to={list} onClick={handlePress}>
        <ArrowLeft aria-hidden size={18} />
        {label}
      </Link>
    </Button>
  )
}

/** The head of an entry's page: the way back, and the entry's name as the heading of the page. */
export function EntryHead({ title, ...back }: BackLinkProps & { title: string }): ReactElement {
  return (
    <header className="flex flex-col">
      <BackLink {...back} />
      <h1 dir="auto" className="text-2xl wrap-anywhere">
        {title}
      </h1>
    </header>
  )
}

/** Whether an entry can't be read because there is none, or its number is no number. */
export function isUnknown(error: Error | null | undefined): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'invalid_input')
}

/** Instead of an entry that isn't there. */
export function UnknownEntry({
  list,
  label,
  noun,
}: BackLinkProps & { noun: string }): ReactElement {
  return (
    <EmptyState
      message={`There’s no such ${noun}. It may be gone, or the address may be mistyped.`}
    >
      <Button asChild>
        <Link to={list}>{label}</Link>
      </Button>
    </EmptyState>
  )
}
