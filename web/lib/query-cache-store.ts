import { type AnswerOwner, type KeptAnswer, openDevice } from '#web/lib/device-database.ts'

/** Answers of another shape are of no use; the build puts a fingerprint of the contract here. */
const CONTRACT: string = import.meta.env?.VITE_CONTRACT ?? ''

/** Makes this device keep answers for a member from now on; forgets those of another. */
export async function claimAnswers(memberId: string): Promise<void> {
  const transaction = (await openDevice()).transaction(['answer', 'owner'], 'readwrite')
  const owner = await transaction.objectStore('owner').get('answers')
  if (!isOwner(owner, memberId)) await transaction.objectStore('answer').clear()
  await transaction.objectStore('owner').put({ memberId, contract: CONTRACT }, 'answers')
  await transaction.done
}

/**
 * The answers that are kept for a member, or for the last one, as far as they are not older.
 * Nothing when this device keeps those of somebody else.
 */
export async function readAnswers(
  memberId: string | undefined,
  oldest: number,
): Promise<KeptAnswer[]> {
  const transaction = (await openDevice()).transaction(['answer', 'owner'])
  const owner = await transaction.objectStore('owner').get('answers')
  if (!isOwner(owner, memberId ?? owner?.memberId)) return []
  const answers = await transaction.objectStore('answer').getAll()
  return answers.filter(({ updatedAt }) => updatedAt >= oldest)
}

/** Keeps answers for a member, unless this device has another one by now, or none. */
export async function writeAnswers(
  memberId: string,
  answers: readonly KeptAnswer[],
): Promise<void> {
  const transaction = (await openDevice()).transaction(['answer', 'owner'], 'readwrite')
  if (isOwner(await transaction.objectStore('owner').get('answers'), memberId)) {
    const store = transaction.objectStore('answer')
    await Promise.all(answers.map((answer) => store.put(answer)))
  }
  await transaction.done
}

/** Leaves what is needed, and of the rest the newest so many that are not older. */
export async function trimAnswers(input: {
  most: number
  oldest: number
  isNeeded: (answer: KeptAnswer) => boolean
}): Promise<void> {
  const { store, done } = (await openDevice()).transaction('answer', 'readwrite')
  const answers = (await store.getAll()).filter((answer) => !input.isNeeded(answer))
  const newestFirst = answers.toSorted((a, b) => b.updatedAt - a.updatedAt)
  const gone = newestFirst.filter(
    ({ updatedAt }, place) => place >= input.most || updatedAt < input.oldest,
  )
  await Promise.all(gone.map(({ hash }) => store.delete(hash)))
  await done
}

export async function removeAnswers(isGone: (answer: KeptAnswer) => boolean): Promise<void> {
  const { store, done } = (await openDevice()).transaction('answer', 'readwrite')
  const gone = (await store.getAll()).filter(isGone)
  await Promise.all(gone.map(({ hash }) => store.delete(hash)))
  await done
}

/** Forgets every answer and whose they were. */
export async function forgetAnswers(): Promise<void> {
  const transaction = (await openDevice()).transaction(['answer', 'owner'], 'readwrite')
  await Promise.all([
    transaction.objectStore('answer').clear(),
    transaction.objectStore('owner').clear(),
    transaction.done,
  ])
}

function isOwner(owner: AnswerOwner | undefined, memberId: string | undefined): boolean {
  return owner !== undefined && owner.memberId === memberId && owner.contract === CONTRACT
}
