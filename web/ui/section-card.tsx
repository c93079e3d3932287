import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'

interface SectionCardProps extends Omit<ComponentProps<typeof Card>, 'title'> {
  title: ReactNode
  description?: ReactNode
  /** The level of its heading; 3 inside a section that has its own heading. */
  level?: 2 | 3
  /** Classes of the header, such as space for a button in its corner. */
  headerClassName?: string
}

/** A card that is a region of the page, named by its heading. */
export function SectionCard(props: SectionCardProps): ReactElement {
  const { title, description, level = 2, headerClassName, children, ...rest } = props
  const id = useId()
  return (
    <Card aria-labelledby={id} {...rest}>
      <CardHeader className={headerClassName}>
        <CardTitle id={id} asLevel={level} className="wrap-anywhere">
          {title}
        </CardTitle>
        {description ? (
          <CardDescription className="max-w-prose">{description}</CardDescription>
        ) : null}
      </CardHeader>
      {children}
    </Card>
  )
}
