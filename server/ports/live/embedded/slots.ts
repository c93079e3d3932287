/** Who holds which speaker slot. The first free slot is given; a holder keeps theirs. */
export class SlotTable {
  readonly #holders: (string | undefined)[]

  constructor(count: number) {
    this.#holders = Array.from({ length: count }, () => undefined)
  }

  /** The person's slot, taken now if they have none; undefined when all are taken. */
  take(participantId: string): number | undefined {
    const held = this.slotOf(participantId)
    if (held !== undefined) return held
    const free = this.#holders.indexOf(undefined)
    if (free < 0) return undefined
    this.#holders[free] = participantId
    return free
  }

  /** Frees the person's slot and says which it was. */
  release(participantId: string): number | undefined {
    const held = this.slotOf(participantId)
    if (held !== undefined) this.#holders[held] = undefined
    return held
  }

  slotOf(participantId: string): number | undefined {
    const slot = this.#holders.indexOf(participantId)
    return slot < 0 ? undefined : slot
  }

  /** Everybody who holds a slot, by slot. */
  holders(): { participantId: string; slot: number }[] {
    return this.#holders.flatMap((participantId, slot) =>
      participantId === undefined ? [] : [{ participantId, slot }],
    )
  }
}
