import { useState } from 'react'
import { useRight } from '#web/features/accounts/auth.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { room } from './room.ts'
import { checkAccess } from './room-queries.ts'
import { allowSound } from './sound-permission.ts'

interface Entrance {
  isChecking: boolean
  /** Must be called in a click handler, because browsers allow sound only then. */
  enter: () => void
  isUpgradeShown: boolean
  showUpgrade: (isShown: boolean) => void
}

/** Joins the room, after checking a member's membership (administrator document, section 5). */
export function useEntrance(): Entrance {
  const isHost = useRight('host')
  const [isChecking, setIsChecking] = useState(false)
  const [isUpgradeShown, showUpgrade] = useState(false)
  const checkAndEnter = async (): Promise<void> => {
    setIsChecking(true)
    try {
      if (await checkAccess()) return room.join()
      toast({
        title: 'Subscription Required',
        description: 'Please upgrade your subscription to join the live coaching room.',
        variant: 'warning',
      })
      showUpgrade(true)
    } catch {
      const description = 'Failed to verify subscription status'
      toast({ title: 'Error', description, variant: 'destructive' })
    } finally {
      setIsChecking(false)
    }
  }
  return {
    isChecking,
    enter: () => {
      allowSound()
      if (isHost) room.join()
      else void checkAndEnter()
    },
    isUpgradeShown,
    showUpgrade,
  }
}
