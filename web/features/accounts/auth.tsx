import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react'
import type { accountEndpoints, User } from '#contract/accounts.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import type { Right } from '#contract/rights.ts'
import { leaveAccount } from '#web/features/accounts/leave-account.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import type { Losing } from '#web/features/accounts/unsent-dialog.tsx'
import { call, onUnauthorized } from '#web/lib/api.ts'
import { accountCalls } from '#web/lib/calls.gen.ts'
import { startLive } from '#web/lib/live.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { countUnsent } from '#web/lib/outbox/outbox-items.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { toastError } from '#web/ui/toast-store.ts'

interface Auth {
  /** Null for a visitor, and after the session has ended. */
  user: User | null
  /** Whether the current user is still loading. */
  isLoading: boolean
  /** Why the current user could not be loaded. */
  error: Error | null
  /**
   * The session ended while pages were open. They stay as they are until the member signs in again.
   */
  isSessionExpired: boolean
  /** The session ended, and the member has since tried to do something that needs one. */
  isSignInNeeded: boolean
  /** Called when the member chooses to keep reading without signing in. */
  dismissSignIn: () => void
  /** Throws an ApiError if refused. After success, the router leaves the sign-in page. */
  login: (credentials: BodyInput<typeof accountEndpoints.login>) => Promise<User>
  /** Takes over a user who signed in another way. The router then leaves the sign-in page. */
  enter: (user: User) => void
  /** Throws an ApiError if refused. After success, the router leaves the page. */
  register: (registration: BodyInput<typeof accountEndpoints.register>) => Promise<User>
  /**
   * Signs out, removes the member's data from this device and goes to the landing page. Asks first
   * if something has not been sent yet. Shows a toast on failure.
   */
  logout: () => Promise<void>
}

interface AuthState extends Auth {
  lastUser: User | null
}

const AuthContext = createContext<AuthState | null>(null)

const UnsentDialog = onDemand(
  () => import('#web/features/accounts/unsent-dialog.tsx'),
  'UnsentDialog',
)

interface AuthProviderProps {
  children: ReactNode
  /** Called once the signed-in user is in the query cache. */
  onSignIn: () => void
}

export function AuthProvider({ children, onSignIn }: AuthProviderProps): ReactElement {
  const queryClient = useQueryClient()
  const { data: user = null, isPending, error } = useQuery(currentUserQuery)
  const [lastUser, setLastUser] = useState<User | null>(null)
  const [enteredId, setEnteredId] = useState<string>()
  // Someone else signed in in another tab. Nothing on this page is theirs, so it reloads; drafts
  // stay on the device for the member who wrote them.
  const isOther =
    user !== null && lastUser !== null && user.id !== lastUser.id && user.id !== enteredId
  if (user !== null && user !== lastUser && !isOther) setLastUser(user)
  useEffect(() => (isOther ? window.location.reload() : undefined), [isOther])
  const session = useSessionWatch()
  const [losing, setLosing] = useState<Losing>()
  const userId = user?.id
  useEffect(() => {
    if (userId === undefined) return
    let stop: (() => void) | undefined
    let isOver = false
    // Once the page is hydrated: what an event changes must not be there before. The stream looks back.
    whenIdle(() => {
      if (!isOver) stop = startLive()
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [userId])

  const signIn = (signedIn: User): User => {
    if (signedIn.id !== lastUser?.id) forgetOthersData(queryClient)
    setEnteredId(signedIn.id)
    queryClient.setQueryData(currentUserQuery.queryKey, signedIn)
    onSignIn()
    return signedIn
  }
  const auth: AuthState = {
    user,
    lastUser,
    isLoading: isPending,
    error,
    isSessionExpired: session.isExpired,
    isSignInNeeded: session.isSignInNeeded,
    dismissSignIn: session.dismiss,
    enter: (signedIn) => void signIn(signedIn),
    login: async (body) => signIn(await call(accountCalls.login, { body })),
    register: async (body) => signIn(await call(accountCalls.register, { body })),
    logout: async () => {
      const found = user ? await findUnsent(user.id) : { calls: 0, drafts: 0 }
      if (found.calls + found.drafts > 0) setLosing(found)
      else await signOut(user)
    },
  }
  const handleLeave = (): void => {
    setLosing(undefined)
    void signOut(user)
  }
  return (
    <AuthContext value={auth}>
      {isOther ? null : children}
      {losing ? (
        <UnsentDialog {...losing} onStay={() => setLosing(undefined)} onLeave={handleLeave} />
      ) : null}
    </AuthContext>
  )
}

/** Counts what signing out now would discard. A browser that blocks storage has nothing to lose. */
async function findUnsent(memberId: string): Promise<Losing> {
  const [calls, drafts] = await Promise.all([
    countUnsent(memberId).catch(() => 0),
    import('#web/lib/kept-writing.ts')
      .then(({ countKeptWriting }) => countKeptWriting(memberId))
      .catch(() => 0),
  ])
  return { calls, drafts }
}

async function signOut(user: User | null): Promise<void> {
  try {
    await leaveAccount(user?.id, () => call(accountCalls.logout, {}))
  } catch (error) {
    toastError('Logout failed', error)
  }
}

export function useAuth(): Auth {
  return useAuthState()
}

/**
 * The signed-in member. Only for pages that require sign-in. Stays the same when the session ends,
 * so that typed text is not lost.
 */
export function useMember(): User {
  const { user, lastUser } = useAuthState()
  const member = user ?? lastUser
  if (!member) throw new Error('useMember must be used on a page that requires sign-in')
  return member
}

/** Whether the member has a right. Only for pages that require sign-in. */
export function useRight(right: Right): boolean {
  return useMember().rights.includes(right)
}

function useAuthState(): AuthState {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** Removes all cached data except the current user, which mounted components keep watching. */
function forgetOthersData(queryClient: QueryClient): void {
  const [userKey] = currentUserQuery.queryKey
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== userKey })
  queryClient.getMutationCache().clear()
}

/** The state of a signed-in member's session. */
interface SessionWatch {
  /** The session ended while pages were open. */
  isExpired: boolean
  /** The member has since tried to do something that needs a new sign-in. */
  isSignInNeeded: boolean
  /** Called when the member chooses to keep reading. */
  dismiss: () => void
}

/**
 * Watches the session of a signed-in member. Refetches the current user after any call that is
 * answered 401, and when the member returns to the page after the session ended, since they may
 * have signed in elsewhere.
 */
function useSessionWatch(): SessionWatch {
  const queryClient = useQueryClient()
  const [isExpired, setIsExpired] = useState(false)
  const [isSignInNeeded, setIsSignInNeeded] = useState(false)
  const dismiss = useCallback(() => setIsSignInNeeded(false), [])
  useEffect(
    () =>
      watchSession(queryClient, ({ isExpired, isAction }) => {
        setIsExpired(isExpired)
        setIsSignInNeeded((isNeeded) => isExpired && (isNeeded || isAction))
      }),
    [queryClient],
  )
  return { isExpired, isSignInNeeded, dismiss }
}

function watchSession(
  queryClient: QueryClient,
  onChange: (state: { isExpired: boolean; isAction: boolean }) => void,
): () => void {
  let isExpired = false
  let isChecking = false
  let isAction = false
  const isSignedIn = (): boolean => Boolean(queryClient.getQueryData(currentUserQuery.queryKey))
  const update = (next: boolean): void => {
    isExpired = next
    onChange({ isExpired, isAction })
    isAction = false
  }
  const check = async (): Promise<void> => {
    if (isChecking) return
    isChecking = true
    try {
      const user = await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 })
      update(user === null)
    } catch {
      // The server is unreachable, so the state stays as it is.
    } finally {
      isChecking = false
    }
  }
  const handleReturn = (): void => {
    if (isExpired && document.visibilityState === 'visible') void check()
  }
  const stopListening = onUnauthorized((call) => {
    if (!isSignedIn() && !(isExpired && call.isAction)) return
    isAction ||= call.isAction
    void check()
  })
  const stopCache = queryClient.getQueryCache().subscribe(() => {
    if (isExpired && isSignedIn()) update(false)
  })
  document.addEventListener('visibilitychange', handleReturn)
  return () => {
    stopListening()
    stopCache()
    document.removeEventListener('visibilitychange', handleReturn)
  }
}
