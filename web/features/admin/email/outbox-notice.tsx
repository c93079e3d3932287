import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { todayQuery } from '#web/features/admin/today/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'

/**
 * Shown above where emails are written, so that nobody waits for replies to an email that was never
 * sent. The children appear once it is known whether there is a notice, so that it never moves them.
 */
export function OutboxNotice({ children }: { children: ReactNode }): ReactElement {
  const { rights } = useMember()
  const today = useQuery(todayQuery)
  if (today.isPending) return <Skeletons label="Loading the page" rows={['h-96 rounded-xl']} />
  return (
    <>
      {today.data?.hasOutbox ? (
        <Notice>
          <p>
            No email reaches anyone until{' '}
            {rights.includes('keeper') ? (
              <>
                you{' '}
                <Link to="/admin/connections" className="underline underline-offset-4">
                  connect an email service
                </Link>
                .
              </>
            ) : (
              'an administrator with the right Team connects an email service.'
            )}
          </p>
        </Notice>
      ) : null}
      {children}
    </>
  )
}

/** The way out of having no email service: a link in a sentence, or a button. */
export function ConnectEmail({ isButton = false }: { isButton?: boolean }): ReactElement {
  const { rights } = useMember()
  if (!rights.includes('keeper')) {
    return <>An administrator with the right Team can connect an email service.</>
  }
  const link = (
    <Link to="/admin/connections" className={isButton ? undefined : 'underline underline-offset-4'}>
      Connect an email service
    </Link>
  )
  return isButton ? <Button asChild>{link}</Button> : link
}

/** Whether emails stay on this server because no email provider is set up; undefined until known. */
export function useHasOutbox(): boolean | undefined {
  return useQuery(todayQuery).data?.hasOutbox
}
