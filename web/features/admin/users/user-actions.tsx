import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { type AdminUser, MemberEmailChange, MemberSuspension } from '#contract/users.ts'
import { useRight } from '#web/features/accounts/auth.tsx'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { EntryButton } from '#web/features/admin/kit/action-button.tsx'
import { DecisionDialog, DecisionForm } from '#web/features/admin/kit/decision-dialog.tsx'
import { showUser } from '#web/features/admin/users/queries.ts'
import { RuleField } from '#web/features/rules/rule-field.tsx'
import { call } from '#web/lib/api.ts'
import { userCalls } from '#web/lib/calls.gen.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DropdownMenuItem, MoreMenu } from '#web/ui/dropdown-menu.tsx'
import { TextareaField, TextField } from '#web/ui/form-fields.tsx'

/** Actions on an account that must be confirmed. */
type Action = 'restore' | 'end-sessions'
/** All of them. Another page changes rights. */
type Choice = Action | 'email' | 'suspend' | 'rights'

const LABELS: Record<Choice, string> = {
  email: 'Change email',
  rights: 'Change rights',
  'end-sessions': 'End all sessions',
  suspend: 'Suspend',
  restore: 'Restore',
}

interface UserActionsProps {
  user: AdminUser
  /** Shows the most used ones as buttons before the menu. */
  hasButtons?: boolean
}

/** The actions on a member, in a menu, with the dialogs that they open. */
export function UserActions({ user, hasButtons = false }: UserActionsProps): ReactElement {
  const [open, setOpen] = useState<Choice>()
  const close = (): void => setOpen(undefined)
  const isKeeper = useRight('keeper')
  const navigate = useNavigate()
  const start = (choice: Choice): void =>
    choice === 'rights'
      ? void navigate({ to: '/admin/team', search: { q: user.anonymousUsername } })
      : setOpen(choice)
  const choices = choicesFor(user).filter((choice) => choice !== 'rights' || isKeeper)
  const buttons = hasButtons ? choices.filter((choice) => IN_FRONT.includes(choice)) : []
  return (
    <div className="flex flex-wrap items-center gap-3">
      {buttons.map((choice) => (
        <EntryButton
          key={choice}
          label={LABELS[choice]}
          entry={user.username}
          className={choice === 'suspend' ? 'text-destructive' : undefined}
          onClick={() => start(choice)}
        />
      ))}
      <MoreMenu label={`Actions for ${user.username}`}>
        {choices
          .filter((choice) => !buttons.includes(choice))
          .map((choice) => (
            <DropdownMenuItem
              key={choice}
              isDestructive={choice === 'suspend'}
              opens={() => start(choice)}
            >
              {LABELS[choice]}
            </DropdownMenuItem>
          ))}
      </MoreMenu>
      <ChangeEmailDialog user={user} isOpen={open === 'email'} onClose={close} />
      <SuspendDialog user={user} isOpen={open === 'suspend'} onClose={close} />
      <ConfirmUserAction
        user={user}
        action={open === 'restore' || open === 'end-sessions' ? open : undefined}
        onClose={close}
      />
    </div>
  )
}

const IN_FRONT: readonly Choice[] = ['email', 'suspend', 'restore']

/** In the order of the menu. The server may still refuse one, for example for a team member. */
function choicesFor(user: AdminUser): Choice[] {
  const own: Choice[] = ['email', 'rights', 'end-sessions']
  return user.isSelf ? own : [...own, user.isSuspended ? 'restore' : 'suspend']
}

interface ConfirmUserActionProps {
  user: AdminUser
  /** Undefined while the dialog is closed. */
  action: Action | undefined
  onClose: () => void
}

/** Explains what an action does, and performs it when confirmed. */
function ConfirmUserAction(props: ConfirmUserActionProps): ReactElement | null {
  const { user, action, onClose } = props
  // The text stays the same until the dialog closes, even after the action has changed the member.
  const [asked, setAsked] = useState<ActionOn>()
  const [wasOpen, setWasOpen] = useState(false)
  const isOpen = action !== undefined
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (action) setAsked({ action, user })
  }
  const queryClient = useQueryClient()
  const router = useRouter()
  const doing = useAction({
    call: perform,
    done: (_changed, { action, user }) => actionWords(action, user).done,
    failed: (_error, { action, user }) => actionWords(action, user).failed,
    onDone: async (changed, { user }) => {
      if (changed) showUser(queryClient, changed)
      if (!user.isSelf) return
      // Redirects administrators who ended their own session.
      await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
      await router.invalidate()
    },
  })
  if (!asked) return null
  const { title, consequence } = actionWords(asked.action, asked.user)
  return (
    <ConfirmDialog
      title={title}
      description={consequence}
      confirmLabel={LABELS[asked.action]}
      isBusy={doing.isPending}
      failure={doing.failure}
      isOpen={isOpen}
      onOpenChange={(isOpen) => {
        if (isOpen) return
        doing.reset()
        onClose()
      }}
      onConfirm={() => doing.run(asked, onClose)}
    />
  )
}

interface ActionOn {
  action: Action
  user: AdminUser
}

/** Resolves to the changed member, or undefined if the action doesn't change the member. */
function perform({ action, user: { id } }: ActionOn): Promise<AdminUser | undefined> {
  switch (action) {
    case 'restore':
      return call(userCalls.suspend, { params: { id }, body: { isSuspended: false } })
    case 'end-sessions':
      return call(userCalls.endSessions, { params: { id } })
  }
}

interface ActionWords {
  title: string
  /** The consequence of confirming it. */
  consequence: string
  done: string
  failed: string
}

function actionWords(action: Action, { username, isSelf }: AdminUser): ActionWords {
  switch (action) {
    case 'restore':
      return {
        title: `Restore ${username}?`,
        consequence: 'They can sign in again, with everything as it was.',
        done: `${username} is restored`,
        failed: 'Failed to restore',
      }
    case 'end-sessions':
      return {
        title: isSelf ? 'End all of your sessions?' : `End all sessions for ${username}?`,
        consequence: isSelf
          ? 'You’ll be signed out everywhere, including here, and have to sign in again.'
          : 'They’ll be signed out on all devices and have to sign in again.',
        done: isSelf ? 'Your sessions have ended' : `All sessions for ${username} have ended`,
        failed: 'Failed to end sessions',
      }
  }
}

interface UserDialogProps {
  user: AdminUser
  isOpen: boolean
  onClose: () => void
}

/** Suspends a member, who reads the reason. */
function SuspendDialog({ user, isOpen, onClose }: UserDialogProps): ReactElement {
  return (
    <DecisionDialog
      title={`Suspend ${user.username}?`}
      description="They’ll be signed out everywhere and can’t sign in until someone restores their account. What they wrote stays."
      isOpen={isOpen}
      onClose={onClose}
    >
      <SuspendForm user={user} onClose={onClose} />
    </DecisionDialog>
  )
}

function SuspendForm({ user, onClose }: Omit<UserDialogProps, 'isOpen'>): ReactElement {
  const queryClient = useQueryClient()
  const { form, ...state } = useServerForm({
    initial: { reason: '' },
    values: MemberSuspension,
    save: (body) =>
      call(userCalls.suspend, { params: { id: user.id }, body: { ...body, isSuspended: true } }),
    done: `${user.username} is suspended`,
    onSaved: (changed) => {
      showUser(queryClient, changed)
      onClose()
    },
  })
  return (
    <DecisionForm {...state} label="Suspend" failed="Failed to suspend" isDestructive>
      <RuleField
        reason={form.watch('reason')}
        onChange={(reason) => form.setValue('reason', reason)}
      />
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        help="They see it when they try to sign in. The audit log doesn’t have it. Leave out their name: if they ask for a second look, the team reads it beside their community username."
        minHeight={80}
        limit={STORY_LIMITS.suspensionReason}
        required
      />
    </DecisionForm>
  )
}

/** Changes the email address of a member. */
function ChangeEmailDialog({ user, isOpen, onClose }: UserDialogProps): ReactElement {
  return (
    <DecisionDialog
      title={`Change email for ${user.username}`}
      description="If the old address was verified, we’ll notify it. The new one isn’t verified until its owner signs in with a code sent to it."
      isOpen={isOpen}
      onClose={onClose}
    >
      <ChangeEmailForm user={user} onClose={onClose} />
    </DecisionDialog>
  )
}

function ChangeEmailForm({ user, onClose }: Omit<UserDialogProps, 'isOpen'>): ReactElement {
  const queryClient = useQueryClient()
  const { form, ...state } = useServerForm({
    initial: { newEmail: '' },
    values: MemberEmailChange,
    save: (body) => call(userCalls.changeEmail, { params: { id: user.id }, body }),
    done: 'Email updated successfully',
    failed: 'Failed to update email',
    onSaved: (changed) => {
      showUser(queryClient, changed)
      if (changed.isSelf) {
        void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
      }
      onClose()
    },
  })
  return (
    <DecisionForm {...state} label="Change email">
      <p className="wrap-anywhere">
        Current email: <strong className="font-semibold">{user.email}</strong>
      </p>
      <TextField
        form={form}
        name="newEmail"
        label="New email"
        type="email"
        autoComplete="off"
        maxLength={254}
        required
      />
    </DecisionForm>
  )
}
