import { type ReactElement, useState } from 'react'
import { RemovalForm } from '#web/features/accounts/removal-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#web/ui/dialog.tsx'

export function RemovalCard(): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Delete account</CardTitle>
        <CardDescription>
          Your account, your private writing and your prayer requests are deleted permanently. Your
          community username can’t be used again for a year. You may want to download your data
          first.
        </CardDescription>
      </CardHeader>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogTrigger>
          <Button variant="outline" className="text-destructive">
            Delete my account
          </Button>
        </DialogTrigger>
        <DialogContent
          title="Delete your account?"
          description="This can’t be undone. Nobody can restore your account, not even an administrator."
        >
          <RemovalForm onCancel={() => setIsOpen(false)} />
        </DialogContent>
      </Dialog>
    </Card>
  )
}
