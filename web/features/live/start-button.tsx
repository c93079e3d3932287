import { Radio } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { sessionText } from '#web/features/live/on-air.tsx'
import { useLivePage } from '#web/features/live/queries.ts'
import { useBroadcast } from '#web/features/live/stop-button.tsx'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const HOUR_MS = 60 * 60_000

/** Opens the room. Asks first unless a session begins within an hour or is under way. */
export function StartButton(): ReactElement {
  const { isBusy, start } = useBroadcast()
  const { data } = useLivePage()
  const { timeZone } = useMember()
  const { locale } = useDates()
  const [isAsking, setIsAsking] = useState(false)
  const startsAt = data?.sessions[0]?.startsAt
  const handlePress = (): void => {
    const isDue = startsAt !== undefined && Date.parse(startsAt) - Date.now() <= HOUR_MS
    if (isDue) start()
    else setIsAsking(true)
  }
  const handleConfirm = (): void => {
    setIsAsking(false)
    start()
  }
  return (
    <>
      <Button busy={isBusy} onClick={handlePress}>
        {isBusy ? null : <Radio aria-hidden size={20} />}
        Start Broadcasting
      </Button>
      <ConfirmDialog
        title="Go on air now?"
        description={`${
          startsAt
            ? `The next session is on ${sessionText(startsAt, { locale, timeZone })}.`
            : 'No session is scheduled right now.'
        } Members are notified as soon as you’re on air, and can join.`}
        confirmLabel="Go on air"
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={handleConfirm}
      />
    </>
  )
}
