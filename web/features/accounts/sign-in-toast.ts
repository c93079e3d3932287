import { ApiError, sentenceOf } from '#web/lib/api.ts'

/** What the first step of a sign-in returned, or 'factor' if a second step is required. */
export async function firstStep<T>(sent: Promise<T>): Promise<T | 'factor'> {
  try {
    return await sent
  } catch (error) {
    if (error instanceof ApiError && error.code === 'factor_required') return 'factor'
    throw error
  }
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
  const isWrong = error instanceof ApiError && error.status === 401
  return isWrong ? UNABLE_TO_SIGN_IN : { title: 'Login failed', description: sentenceOf(error) }
}

export const CODE_SENT = {
  title: 'Verification Code Sent',
  description: 'Check your email for the code',
}

export const CODE_NOT_SENT = {
  title: 'Failed to send code',
  description: 'Please check your email and try again',
}

export const RESET_LINK_SENT = {
  title: 'Check your email',
  description: 'Instructions to reset your password have been sent',
}
