/** Member document, sections 4 and 9. */
const CONFETTI = { pieces: 200, durationMs: 2000 } as const

const COLORS = ['--gold', '--primary', '--gold-ink', '--primary-strong', '--line-strong']
/** How often the pieces move: about 60 times a second. */
const TICKS = Math.round((CONFETTI.durationMs / 1000) * 60)

/** Lets confetti fall for two seconds, unless the person asked for less motion. */
export async function celebrate(): Promise<void> {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const { default: confetti } = await import('canvas-confetti')
  const canvas = document.createElement('canvas')
  canvas.className = 'pointer-events-none fixed inset-0 z-50 size-full'
  canvas.setAttribute('aria-hidden', 'true')
  document.body.append(canvas)
  // Without its worker, which would come from a blob that the content security policy refuses.
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

/** The colour that a token of the style sheet has in the theme that is on, as `#rrggbb`. */
function hexOfToken(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const color = getComputedStyle(probe).color
  probe.remove()
  const parts = color.match(/\d+/g)?.slice(0, 3) ?? []
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
}
