/** From the member document, sections 4 and 9. */
const CONFETTI = { pieces: 200, durationMs: 2000 } as const

const COLORS = ['--gold', '--primary', '--gold-ink', '--primary-strong', '--line-strong']
/** How many animation frames the pieces live: about 60 a second. */
const TICKS = Math.round((CONFETTI.durationMs / 1000) * 60)

/** Shows confetti for two seconds, unless the person prefers reduced motion. */
export async function celebrate(): Promise<void> {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const { default: confetti } = await import('canvas-confetti')
  const canvas = document.createElement('canvas')
  canvas.className = 'pointer-events-none fixed inset-0 z-50 size-full'
  canvas.setAttribute('aria-hidden', 'true')
  document.body.append(canvas)
  // No worker: it would be loaded from a blob, which the content security policy blocks.
  const fire = confetti.create(canvas, { resize: true, useWorker: false })
  void fire({
    particleCount: CONFETTI.pieces,
    colors: COLORS.map(hexOfToken),
    origin: { y: 0.65 },
    spread: 110,
    startVelocity: 48,
    ticks: TICKS,
  })
  setTimeout(() => {
    fire.reset()
    canvas.remove()
  }, CONFETTI.durationMs)
}

/** The color of a CSS variable in the current theme, as `#rrggbb`. */
function hexOfToken(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const color = getComputedStyle(probe).color
  probe.remove()
  const parts = color.match(/\d+/g)?.slice(0, 3) ?? []
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
}
