type Work = () => Promise<void>

const works = new Set<Work>()

/** Runs `work` before sign-out, while the session still exists. Returns a function that stops it. */
export function onBeforeSignOut(work: Work): () => void {
  works.add(work)
  return () => works.delete(work)
}

/** Waits for all registered work. Failures are ignored, so that they don't prevent signing out. */
export async function finishBeforeSignOut(): Promise<void> {
  await Promise.allSettled([...works].map((work) => work()))
}
