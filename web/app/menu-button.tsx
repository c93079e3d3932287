import { Menu } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Button } from '#web/ui/button.tsx'

const loadDrawer = () => import('#web/app/menu-drawer.tsx')
const MenuDrawer = onDemand(async () => (await loadDrawer()).MenuDrawer)

interface MenuButtonProps {
  user: User | null
  onLogout: () => void
}

/** Opens the menu on small screens. Loads its code when the pointer enters the button. */
export function MenuButton({ user, onLogout }: MenuButtonProps): ReactElement {
  /** Undefined until the menu is first opened. */
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen ?? false}
        // Hidden where the row of links fits: see `site-header.tsx`.
        className={user?.isAdmin ? 'min-[70rem]:hidden' : 'md:hidden'}
        onPointerEnter={() => void loadDrawer().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden size={24} />
      </Button>
      {isOpen === undefined ? null : (
        <MenuDrawer user={user} onLogout={onLogout} isOpen={isOpen} onOpenChange={setOpen} />
      )}
    </>
  )
}
