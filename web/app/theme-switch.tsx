import { Monitor, Moon, Sun } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { chooseTheme, currentTheme, nextTheme, themeLabel } from '#web/lib/theme.ts'
import { Button } from '#web/ui/button.tsx'

const ICONS = { system: Monitor, light: Sun, dark: Moon }

/** Switches from the system's theme to light, dark and back. */
export function ThemeSwitch({ className }: { className?: string }): ReactElement {
  const [theme, setTheme] = useState(currentTheme)
  const Icon = ICONS[theme]
  const handleClick = (): void => {
    const next = nextTheme(theme)
    chooseTheme(next)
    setTheme(next)
  }
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={themeLabel(theme)}
      title={themeLabel(theme)}
      className={className}
      onClick={handleClick}
    >
      <Icon aria-hidden size={20} />
    </Button>
  )
}
