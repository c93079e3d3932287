import '#web/app/styles.css'

/*
 * The page as the server sent it is drawn first: the app's code takes longer to run than a frame.
 * React's alone runs in a task of its own before it, so that the page answers to touch in between.
 */
void drawn()
  .then(() => import('react-dom/client'))
  .then(turn)
  .then(() => import('#web/app/main.tsx'))

/** A page that nobody sees draws nothing. */
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
