import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactElement, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>): ReactElement {
  const { className, ...rest } = props
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="relative">
      <Input
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        {...rest}
        type={isShown ? 'text' : 'password'}
        className={cn('pr-12', className)}
      />
      <Button
        variant="ghost"
        size="icon"
        className="absolute inset-y-0 right-0 text-ink-quiet noscript:hidden hover:bg-transparent"
        aria-label="Show password"
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden size={20} /> : <Eye aria-hidden size={20} />}
      </Button>
    </div>
  )
}
