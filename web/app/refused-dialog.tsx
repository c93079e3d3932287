import { type ReactElement, useState } from 'react'
import { deliverSoon } from '#web/lib/outbox/delivery.ts'
import { type RefusedItem, removeRefused, sendOverNewer } from '#web/lib/outbox/outbox-items.ts'
import { noteOutboxChange, useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { VersionPicker } from '#web/lib/version-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** Lists the member's refused items, so that they can copy or discard them. */
export function RefusedDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { refused } = useOutbox()
  const handleDiscard = async (id: number): Promise<void> => {
    await removeRefused(id)
    await noteOutboxChange()
    if (refused.length === 1) onClose()
  }
  const handleKeep = async (item: RefusedItem): Promise<void> => {
    await sendOverNewer(item)
    deliverSoon()
    await noteOutboxChange()
    if (refused.length === 1) onClose()
  }
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title="Could not be sent"
        description="Our server couldn’t accept this. Your words stay on this device until you discard them."
      >
        <ul className="flex flex-col gap-4">
          {refused.map((item) => (
            <RefusedEntry
              key={item.id}
              item={item}
              onDiscard={() => void handleDiscard(item.id)}
              onKeep={() => void handleKeep(item)}
            />
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  )
}

interface RefusedEntryProps {
  item: RefusedItem
  onDiscard: () => void
  /** Sends it in place of what was saved on another device. */
  onKeep: () => void
}

function RefusedEntry({ item, onDiscard, onKeep }: RefusedEntryProps): ReactElement {
  const [copied, setCopied] = useState<string>()
  const { title = 'Change', text = '' } = item
  const handleCopy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('Copied.')
    } catch {
      setCopied('Copying didn’t work. Select the text and copy it yourself.')
    }
  }
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line p-4">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{title}</span>
        <RelativeTime
          date={new Date(item.madeAt).toISOString()}
          className="text-sm text-ink-quiet"
        />
      </p>
      {item.newer && item.body instanceof Object ? (
        <VersionPicker
          mine={item.body}
          newer={item.newer}
          isOwn
          onChoose={(choice) => (choice === 'mine' ? onKeep() : onDiscard())}
        />
      ) : (
        <>
          {text ? (
            <p dir="auto" className="max-h-48 overflow-y-auto whitespace-pre-wrap">
              {text}
            </p>
          ) : null}
          <p className="text-sm text-ink-quiet">{item.sentence}</p>
          <div className="flex flex-wrap items-center gap-3">
            {text ? (
              <Button variant="outline" size="sm" onClick={() => void handleCopy()}>
                Copy<span className="sr-only"> {title}</span>
              </Button>
            ) : null}
            <Button variant="ghost" size="sm" onClick={onDiscard}>
              Discard<span className="sr-only"> {title}</span>
            </Button>
            <span role="status" className="text-sm text-ink-quiet">
              {copied}
            </span>
          </div>
        </>
      )}
    </li>
  )
}
