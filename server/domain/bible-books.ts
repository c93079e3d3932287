/** How a book of the Bible is named in running text; for numbered books without the number. */
export interface BookNames {
  names: readonly string[]
  /** A full stop may follow. */
  abbreviations: readonly string[]
}

const named = (names: string, abbreviations = ''): BookNames => ({
  names: names.split(','),
  abbreviations: abbreviations === '' ? [] : abbreviations.split(','),
})

/** The 66 books, by the file names of the bundled Bible. */
export const BOOK_NAMES: Readonly<Record<string, BookNames>> = {
  genesis: named('Genesis', 'Gen,Gn'),
  exodus: named('Exodus', 'Exod,Exo,Ex'),
  leviticus: named('Leviticus', 'Lev,Lv'),
  numbers: named('Numbers', 'Num,Nm'),
  deuteronomy: named('Deuteronomy', 'Deut,Dt'),
  joshua: named('Joshua', 'Josh,Jos'),
  judges: named('Judges', 'Judg,Jdg'),
  ruth: named('Ruth', 'Ru'),
  '1samuel': named('Samuel', 'Sam,Sm'),
  '2samuel': named('Samuel', 'Sam,Sm'),
  '1kings': named('Kings', 'Kgs,Kin,Ki'),
  '2kings': named('Kings', 'Kgs,Kin,Ki'),
  '1chronicles': named('Chronicles', 'Chron,Chr,Ch'),
  '2chronicles': named('Chronicles', 'Chron,Chr,Ch'),
  ezra: named('Ezra', 'Ezr'),
  nehemiah: named('Nehemiah', 'Neh'),
  esther: named('Esther', 'Esth,Est'),
  job: named('Job', 'Jb'),
  psalms: named('Psalms,Psalm', 'Psa,Pss,Ps'),
  proverbs: named('Proverbs', 'Prov,Prv,Pr'),
  ecclesiastes: named('Ecclesiastes,Qoheleth', 'Eccles,Eccl,Ecc,Qoh'),
  songofsolomon: named(
    'Song of Solomon,Song of Songs,Canticles,Canticle of Canticles',
    'Song of Sol,Song,SoS,So',
  ),
  isaiah: named('Isaiah', 'Isa,Is'),
  jeremiah: named('Jeremiah', 'Jer'),
  lamentations: named('Lamentations', 'Lam'),
  ezekiel: named('Ezekiel', 'Ezek,Eze,Ezk'),
  daniel: named('Daniel', 'Dan,Dn'),
  hosea: named('Hosea', 'Hos,Ho'),
  joel: named('Joel', 'Jl'),
  amos: named('Amos', 'Am'),
  obadiah: named('Obadiah', 'Obad,Ob'),
  jonah: named('Jonah', 'Jon'),
  micah: named('Micah', 'Mic'),
  nahum: named('Nahum', 'Nah'),
  habakkuk: named('Habakkuk', 'Hab'),
  zephaniah: named('Zephaniah', 'Zeph,Zep'),
  haggai: named('Haggai', 'Hag'),
  zechariah: named('Zechariah', 'Zech,Zec'),
  malachi: named('Malachi', 'Mal'),
  matthew: named('Matthew', 'Matt,Mt'),
  mark: named('Mark', 'Mk,Mrk'),
  luke: named('Luke', 'Lk,Luk'),
  john: named('John', 'Jn,Jhn'),
  acts: named('Acts of the Apostles,Acts', 'Ac'),
  romans: named('Romans', 'Rom,Rm'),
  '1corinthians': named('Corinthians', 'Cor,Co'),
  '2corinthians': named('Corinthians', 'Cor,Co'),
  galatians: named('Galatians', 'Gal'),
  ephesians: named('Ephesians', 'Eph'),
  philippians: named('Philippians', 'Phil,Php'),
  colossians: named('Colossians', 'Col'),
  '1thessalonians': named('Thessalonians', 'Thess,Thes,Th'),
  '2thessalonians': named('Thessalonians', 'Thess,Thes,Th'),
  '1timothy': named('Timothy', 'Tim,Tm'),
  '2timothy': named('Timothy', 'Tim,Tm'),
  titus: named('Titus', 'Tit'),
  philemon: named('Philemon', 'Philem,Phlm,Phm'),
  hebrews: named('Hebrews', 'Heb'),
  james: named('James', 'Jas,Jms'),
  '1peter': named('Peter', 'Pet,Pt'),
  '2peter': named('Peter', 'Pet,Pt'),
  '1john': named('John', 'Jn,Jhn'),
  '2john': named('John', 'Jn,Jhn'),
  '3john': named('John', 'Jn,Jhn'),
  jude: named('Jude'),
  revelation: named('Revelation,Revelations', 'Rev,Rv,Re'),
}

/** In these a bare number is a verse: `Jude 24`. */
export const SINGLE_CHAPTER_BOOKS: ReadonlySet<string> = new Set([
  'obadiah',
  'philemon',
  '2john',
  '3john',
  'jude',
])
