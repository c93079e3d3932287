import { type AnswerOwner, type KeptAnswer, openDevice } from '#web/lib/device-database.ts'

/** A fingerprint of the contract, set by the build: answers of another contract can't be used. */
const CONTRACT: string = import.meta.env?.VITE_CONTRACT ?? ''

/** Makes a member the owner of this device's kept answers; removes those of another owner. */
export async function claimAnswers(memberId: string): Promise<void> {
  const transaction = (await openDevice()).transaction(['answer', 'owner'], 'readwrite')
  const owner = await transaction.objectStore('owner').get('answers')
  if (!isOwner(owner, memberId)) await transaction.objectStore('answer').clear()
  await transaction.objectStore('owner').put({ memberId, contract: CONTRACT }, 'answers')
  await transaction.done
}

/**
 * The answers kept for a member, or for the last member if undefined, that are not older than
 * `oldest`. Empty if this device keeps those of someone else.
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

/** Keeps answers for a member, unless they no longer own this device's kept answers. */
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

/** Removes answers other than the needed ones and the newest `most`, and any older than `oldest`. */
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

/** Removes all answers and their owner. */
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
