import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { sentenceOf } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'

interface NoticeProps {
  variant?: 'info' | 'success' | 'error'
  title?: ReactNode
  children?: ReactNode
  className?: string
}

const VARIANTS = {
  info: { icon: Info, role: 'status', box: 'border-line bg-sand' },
  success: { icon: CircleCheck, role: 'status', box: 'border-primary bg-primary-soft' },
  error: { icon: CircleAlert, role: 'alert', box: 'border-destructive bg-destructive-soft' },
} as const

/** A message that stays on the page, such as above a form that failed. */
export function Notice(props: NoticeProps): ReactElement {
  const { variant = 'info', title, children, className } = props
  const { icon: Icon, role, box } = VARIANTS[variant]
  return (
    <div role={role} className={cn('flex gap-3 rounded-lg border p-4', box, className)}>
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0" />
      <div className="min-w-0 grow">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
    </div>
  )
}

interface ErrorNoticeProps {
  /** The failure: 'Failed to save settings'. */
  title: string
  error: Error | null
}

/** The error above or below a form that couldn't be sent. Renders nothing without an error. */
export function ErrorNotice({ title, error }: ErrorNoticeProps): ReactElement | null {
  if (!error) return null
  return (
    <Notice variant="error" title={title}>
      <p>{sentenceOf(error)}</p>
    </Notice>
  )
}
