import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react'
import { cn } from '#web/lib/cn.ts'

export function Card({ className, ...rest }: ComponentProps<'section'>): ReactElement {
  return (
    <section
      className={cn('rounded-xl border border-line bg-surface p-5 sm:p-6', className)}
      {...rest}
    />
  )
}

export function CardHeader({ className, ...rest }: ComponentProps<'header'>): ReactElement {
  return <header className={cn('mb-4 flex flex-col gap-1', className)} {...rest} />
}

/** A heading of level 2; pass `asLevel={3}` inside a section that has its own heading. */
export function CardTitle(props: ComponentProps<'h2'> & { asLevel?: 2 | 3 }): ReactElement {
  const { asLevel = 2, className, children, ...rest } = props
  const Heading = asLevel === 2 ? 'h2' : 'h3'
  return (
    <Heading className={cn(asLevel === 2 ? 'text-xl' : 'text-lg', className)} {...rest}>
      {children}
    </Heading>
  )
}

export function CardDescription({ className, ...rest }: ComponentProps<'p'>): ReactElement {
  return <p className={cn('text-ink-quiet', className)} {...rest} />
}

interface SectionCardProps extends Omit<ComponentProps<typeof Card>, 'title'> {
  title: ReactNode
  /** Whether the heading of the page says the title already, so that only the region has it. */
  isTitleAbove?: boolean
  description?: ReactNode
  /** The level of its heading; 3 inside a section that has its own heading. */
  level?: 2 | 3
  /** Classes of the header, such as space for a button in its corner. */
  headerClassName?: string
}

/** A card that is a region of the page, named by its heading. */
export function SectionCard(props: SectionCardProps): ReactElement {
  const { title, isTitleAbove, description, level = 2, headerClassName, children, ...rest } = props
  const id = useId()
  const name = isTitleAbove ? { 'aria-label': String(title) } : { 'aria-labelledby': id }
  return (
    <Card {...name} {...rest}>
      <CardHeader className={cn(isTitleAbove && !description && 'hidden', headerClassName)}>
        {isTitleAbove ? null : (
          <CardTitle id={id} asLevel={level} className="wrap-anywhere">
            {title}
          </CardTitle>
        )}
        {description ? (
          <CardDescription className="max-w-prose">{description}</CardDescription>
        ) : null}
      </CardHeader>
      {children}
    </Card>
  )
}
