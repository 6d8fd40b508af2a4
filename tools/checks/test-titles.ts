/** The title in a call of `test` or `it`, or of the function that an `each` returns, on one line. */
const TITLE = /(?:\b(?:test|it)(?:\.(?:only|concurrent|sequential))?|\))\(\s*(['"`])([^\n]*?)\1,/g;

/** First words that are no subject: verbs, auxiliaries, prepositions and conjunctions. */
const NO_SUBJECTS = new Set(
  `is are was were be been am has have had having does do did may might can cannot could will would
  shall should must needs gets gives take takes makes keeps says tells shows holds rejects accepts returns
  reads sends stores adds removes leaves finds ignores throws responds begins ends starts stops works
  writes opens closes allows requires replaces retries fails logs warns fills counts follows belongs
  asks answers explains offers goes waits draws creates deletes distinguishes compares chooses computes continues expires
  receives refuses restores runs serves sorts splits stays survives treats uses waits of in on at by
  from for with without to as while when where whose what which who that than if unless until after
  before because since so such through during under over between but and or nor not then else how
  why whether`.split(/\s+/),
);

/** Returns the titles of a test file that begin without their subject. */
export function titlesWithoutSubject(source: string): string[] {
  return [...source.matchAll(TITLE)]
    .map(([, , title = '']) => title)
    .filter((title) => NO_SUBJECTS.has(title.split(' ', 1)[0] as string));
}
