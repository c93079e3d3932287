import '#web/app/styles.css'

/* Lets the browser paint the server's page first, because the app's code takes longer than a frame. */
void drawn().then(() => import('#web/app/main.tsx'))

/** Resolves after the first frame, or right away on a hidden page, which has none. */
function drawn(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise<void>((resolve) => {
    requestAnimationFrame(() => resolve())
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  }).then(turn)
}

/** Resolves in the next task. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
