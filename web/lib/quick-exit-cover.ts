/** A plain page with one button in place of everything. */
export function showCover(onContinue: () => void): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Continue'
  button.className = 'min-h-11 rounded-lg border border-line px-6 font-medium hover:bg-sand'
  button.addEventListener('click', onContinue)
  const heading = document.createElement('h1')
  heading.textContent = document.title = 'Welcome back'
  heading.className = 'text-xl'
  const main = document.createElement('main')
  main.className = 'flex min-h-dvh flex-col items-center justify-center gap-6'
  main.append(heading, button)
  document.body.replaceChildren(main)
  document.querySelector('link[rel="icon"]')?.setAttribute('href', 'data:,')
  document.documentElement.hidden = false
}
