import { Monitor, Moon, Sun } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { drawerLinkClasses } from '#web/app/header-bar.tsx'
import { cn } from '#web/lib/cn.ts'
import { chooseTheme, currentTheme, nextTheme, themeLabel } from '#web/lib/theme.ts'
import { Button } from '#web/ui/button.tsx'

const ICONS = { system: Monitor, light: Sun, dark: Moon }

/** Switches from the system's theme to light, dark and back. */
export function ThemeSwitch({ className }: { className?: string }): ReactElement {
  const { theme, Icon, switchTheme } = useThemeSwitch()
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={themeLabel(theme)}
      title={themeLabel(theme)}
      className={className}
      onClick={switchTheme}
    >
      <Icon aria-hidden size={20} />
    </Button>
  )
}

/** The same as an entry of the drawer, where a phone's header has no room for it. */
export function ThemeEntry(): ReactElement {
  const { theme, Icon, switchTheme } = useThemeSwitch()
  return (
    <button
      type="button"
      aria-label={themeLabel(theme)}
      className={cn(drawerLinkClasses, 'w-full')}
      onClick={switchTheme}
    >
      <Icon aria-hidden size={20} />
      Colors: {theme}
    </button>
  )
}

function useThemeSwitch() {
  const [theme, setTheme] = useState(currentTheme)
  const switchTheme = (): void => {
    const next = nextTheme(theme)
    chooseTheme(next)
    setTheme(next)
  }
  return { theme, Icon: ICONS[theme], switchTheme }
}
