type Work = () => Promise<void>

const works = new Set<Work>()

/** Runs `work` before a member signs out, while its calls still count as theirs. Returns how to stop. */
export function onBeforeSignOut(work: Work): () => void {
  works.add(work)
  return () => works.delete(work)
}

/** Everything that has to reach the server first. A failure keeps nobody signed in. */
export async function finishBeforeSignOut(): Promise<void> {
  await Promise.allSettled([...works].map((work) => work()))
}
