/** The package's own declarations are in `index.ts.d`, a name that the compiler does not find. */
declare module 'unicode-confusables' {
  const confusables: {
    /** Replaces each character with its prototype in Unicode's table of confusables (TR 39). */
    rectifyConfusion(text: string): string
  }
  export default confusables
}
