import { Menu } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { onFirstOpen } from '#web/lib/on-demand.tsx'
import { Button } from '#web/ui/button.tsx'

const loadDrawer = () => import('#web/app/menu-drawer.tsx')
const MenuDrawer = onFirstOpen(
  async () => (await loadDrawer()).MenuDrawer,
  ({ isOpen }) => isOpen,
)

interface MenuButtonProps {
  user: User | null
  onLogout: () => void
}

/** Opens the menu on small screens. Loads its code when the pointer enters the button. */
export function MenuButton({ user, onLogout }: MenuButtonProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        // Hidden where the row of links fits: see `site-header.tsx`.
        className={user?.isAdmin ? 'min-[70rem]:hidden' : 'md:hidden'}
        onPointerEnter={() => void loadDrawer().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden size={24} />
      </Button>
      <MenuDrawer user={user} onLogout={onLogout} isOpen={isOpen} onOpenChange={setOpen} />
    </>
  )
}
