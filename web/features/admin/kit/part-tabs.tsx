import type { ReactElement } from 'react'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { TabRow, Tabs, TabsContent } from '#web/ui/tabs.tsx'

interface PartTabsProps<T extends { value: string; label: string }> {
  /** Names the row. */
  label: string
  /** Each with its name in the address; the first one needs none. */
  parts: readonly T[]
  /** Opens another part, instead of only changing the part in the address. */
  onOpen?: (part: string | undefined) => void
  children: (open: T) => ReactElement
}

/** The parts of an admin page as tabs. The open one is in the address. */
export function PartTabs<T extends { value: string; label: string }>(
  props: PartTabsProps<T>,
): ReactElement | null {
  const { label, parts, onOpen, children } = props
  const { part, openPart } = useAdminAddress()
  const [first] = parts
  const open = parts.find(({ value }) => value === part) ?? first
  if (!open) return null
  const handleChange = (value: string): void =>
    (onOpen ?? openPart)(value === first?.value ? undefined : value)
  return (
    <Tabs value={open.value} onValueChange={handleChange}>
      <TabRow label={label} tabs={parts} value={open.value} />
      <TabsContent value={open.value} className="pt-3 xl:pt-4">
        {children(open)}
      </TabsContent>
    </Tabs>
  )
}
