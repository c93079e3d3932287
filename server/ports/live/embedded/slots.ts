/** Assigns speaker slots. A person gets the first free slot and keeps it until it is released. */
export class SlotTable {
  readonly #holders: (string | undefined)[]

  constructor(count: number) {
    this.#holders = Array.from({ length: count }, () => undefined)
  }

  /** Returns the person's slot, and assigns one if they have none; undefined if all are taken. */
  take(participantId: string): number | undefined {
    const current = this.slotOf(participantId)
    if (current !== undefined) return current
    const free = this.#holders.indexOf(undefined)
    if (free < 0) return undefined
    this.#holders[free] = participantId
    return free
  }

  /** Frees the person's slot and returns it. */
  release(participantId: string): number | undefined {
    const current = this.slotOf(participantId)
    if (current !== undefined) this.#holders[current] = undefined
    return current
  }

  slotOf(participantId: string): number | undefined {
    const slot = this.#holders.indexOf(participantId)
    return slot < 0 ? undefined : slot
  }

  /** Everyone who holds a slot, ordered by slot. */
  holders(): { participantId: string; slot: number }[] {
    return this.#holders.flatMap((participantId, slot) =>
      participantId === undefined ? [] : [{ participantId, slot }],
    )
  }
}
