import { Monitor, Moon, Sun } from 'lucide-react'
import type { ReactElement } from 'react'
import { chooseTheme, nextTheme, themeLabel, useTheme } from '#web/lib/theme.ts'
import { Button } from '#web/ui/button.tsx'

const ICONS = { system: Monitor, light: Sun, dark: Moon }

interface ThemeSwitchProps {
  /** Shows the theme's name too, as a row of the menu with these classes. */
  rowClasses?: string
}

/** Cycles through the system, light and dark themes. */
export function ThemeSwitch({ rowClasses }: ThemeSwitchProps): ReactElement {
  const theme = useTheme()
  const Icon = ICONS[theme]
  const handleClick = (): void => chooseTheme(nextTheme(theme))
  if (rowClasses) {
    return (
      <button
        type="button"
        aria-label={themeLabel(theme)}
        className={rowClasses}
        onClick={handleClick}
      >
        <Icon aria-hidden size={20} />
        Colors: {theme}
      </button>
    )
  }
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={themeLabel(theme)}
      title={themeLabel(theme)}
      onClick={handleClick}
    >
      <Icon aria-hidden size={20} />
    </Button>
  )
}
