import { Menu } from 'lucide-react'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { Button } from '#web/ui/button.tsx'

const loadDrawer = () => import('#web/app/menu-drawer.tsx')
const MenuDrawer = lazy(async () => ({ default: (await loadDrawer()).MenuDrawer }))

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
        <Suspense fallback={null}>
          <MenuDrawer user={user} onLogout={onLogout} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
