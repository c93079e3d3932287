import type { ReactElement } from 'react'
import { chooseTheme, type Theme, useTheme } from '#web/lib/theme.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Radio } from '#web/ui/radio.tsx'

const CHOICES: { theme: Theme; label: string }[] = [
  { theme: 'system', label: 'Same as this device' },
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
]

/** Chooses the color theme on this device. */
export function AppearanceCard(): ReactElement {
  const theme = useTheme()
  return (
    <Card>
      <CardHeader>
        <CardTitle id="appearance-title">Colors</CardTitle>
        <CardDescription>Only on this device.</CardDescription>
      </CardHeader>
      <div role="radiogroup" aria-labelledby="appearance-title" className="flex flex-wrap gap-x-6">
        {CHOICES.map(({ theme: each, label }) => (
          <Radio
            key={each}
            name="theme"
            checked={each === theme}
            onChange={() => chooseTheme(each)}
          >
            {label}
          </Radio>
        ))}
      </div>
    </Card>
  )
}
