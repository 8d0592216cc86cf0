import { parseArgs } from 'node:util'
import { fewestPairs } from './paired/verdict.js'

export interface Wanted {
  names: string[]
  pairs: number
  against: string | undefined
  quick: boolean
  help: boolean
}

/** Reads what stands behind `npm run bench --`. @throws Error saying what is wrong with it */
export function readArguments(args: string[]): Wanted {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      pairs: { type: 'string' },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { against, quick, help } = values
  const pairs = Number(values.pairs ?? (quick ? 2 : fewestPairs))
  if (!Number.isInteger(pairs) || pairs < 1) {
    throw new Error(`--pairs ${values.pairs} is no number of pairs.`)
  }
  return { names: positionals, pairs, against, quick, help }
}

/** A line is meant by its name, and by what several names begin with: `people` are `people-import` and others. */
export const isMeant = ({ name }: { name: string }, given: string): boolean =>
  name === given || name.startsWith(`${given}-`)

/** What `npm run bench -- --help` prints. */
export function usage(lines: { name: string; about: string }[]): string {
  const width = Math.max(...lines.map(({ name }) => name.length))
  return `npm run bench [-- LINE ...] [--against COMMIT] [--pairs N] [--quick]

Measures the built product: the lines named ("people" stands for all people-…), or all. TEST_DATABASE=pg measures on PostgreSQL (TEST_DATABASE_URL).

  --against COMMIT  compares this build with that of another commit, in turn; lines measured in pairs only
  --pairs N         how many pairs are measured of each line (${fewestPairs}); fewer give no verdict
  --quick           so little that only shows whether the lines work

Lines:
${lines.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')}`
}
