import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import type { ReactElement } from 'react'
import type { User } from '#contract/accounts.ts'
import { drawerLinkClasses } from '#web/app/header-bar.tsx'
import { menuFor } from '#web/app/menu.ts'
import { ThemeSwitch } from '#web/app/theme-switch.tsx'
import { Dialog, DialogClose } from '#web/ui/dialog.tsx'
import { DrawerContent } from '#web/ui/drawer.tsx'

interface MenuDrawerProps {
  user: User | null
  onLogout: () => void
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The menu on small screens; `MenuButton` opens it. */
export function MenuDrawer(props: MenuDrawerProps): ReactElement {
  const { user, onLogout, isOpen, onOpenChange } = props
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DrawerContent title="Menu">
        <nav aria-label="Main" className="flex flex-col gap-1">
          {menuFor(user).map(({ to, label }) => (
            <DialogClose key={to}>
              <Link to={to} className={drawerLinkClasses}>
                {label}
              </Link>
            </DialogClose>
          ))}
          {user ? (
            <DialogClose>
              <button type="button" className={drawerLinkClasses} onClick={onLogout}>
                <LogOut aria-hidden size={20} />
                Logout
              </button>
            </DialogClose>
          ) : null}
        </nav>
        {user ? (
          <div className="mt-1 flex flex-col border-t border-line pt-1">
            <ThemeSwitch isRow />
          </div>
        ) : null}
      </DrawerContent>
    </Dialog>
  )
}
