import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { bellName } from '#web/features/notifications/bell-name.ts'
import { notificationsKey, unreadQuery } from '#web/features/notifications/queries.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { onDemand, onFirstOpen } from '#web/lib/on-demand.tsx'
import { Button } from '#web/ui/button.tsx'

const MOST_SHOWN = 99

const Inbox = onFirstOpen(
  () => import('#web/features/notifications/inbox.tsx'),
  'Inbox',
  ({ isOpen }) => isOpen,
)

/** Loaded on demand, because few members ever get a warning. */
const WarningDialog = onDemand(
  () => import('#web/features/team-messages/team-messages.tsx'),
  'WarningDialog',
)

/** The bell with the number of unread notifications, which opens the inbox. */
export function NotificationBell(): ReactElement {
  const { data } = useQuery(unreadQuery)
  useRefreshOn('notification', notificationsKey)
  const [isOpen, setOpen] = useState(false)
  /**
   * Set only at the start of a visit, because a later dialog would interrupt the member's writing.
   */
  const [isWarned, setWarned] = useState<boolean>()
  if (data && isWarned === undefined) setWarned(data.hasWarning)
  const unread = data?.unread ?? 0
  const name = bellName(unread)
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={name}
        className="relative shrink-0"
        onClick={() => setOpen(true)}
      >
        <Bell aria-hidden size={20} />
        {unread > 0 ? (
          <span
            aria-hidden
            // In pixels, so that with large text it does not cover the bell.
            className="absolute top-[calc(50%-18px)] left-[calc(50%+1px)] min-w-[18px] rounded-full bg-primary px-[4px] text-center text-[min(0.75rem,14px)] leading-[18px] font-semibold text-on-primary"
          >
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        ) : null}
      </Button>
      <Inbox isOpen={isOpen} onOpenChange={setOpen} />
      {isWarned ? <WarningDialog /> : null}
    </>
  )
}
