import { ApiError, sentenceOf } from '#web/lib/api.ts'

/** Whether the first step of a sign-in succeeded and a second step is required. */
export function isFactorRequired(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'factor_required'
}

/** Whether the name or the password is wrong, which the toast says completely. */
export function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

export const UNABLE_TO_SIGN_IN = {
  title: 'Unable to Sign In',
  description: 'Please check your username and password and try again',
}

/**
 * Wrong credentials show a request to check them; any other error shows the server's message
 * (member document, section 8).
 */
export function signInToast(error: unknown): { title: string; description: string } {
  return isWrongPassword(error)
    ? UNABLE_TO_SIGN_IN
    : { title: 'Login failed', description: sentenceOf(error) }
}

export const CODE_SENT = {
  title: 'Verification Code Sent',
  description: 'Check your email for the code',
}

export const CODE_NOT_SENT = {
  title: 'Failed to send code',
  description: 'Please check your email and try again',
}
