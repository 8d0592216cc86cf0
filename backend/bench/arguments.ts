import { parseArgs } from 'node:util'
import { fewestPairs } from './paired/verdict.js'

export interface Wanted {
  names: string[]
  pairs: number
  against: string | undefined
  quick: boolean
  help: boolean
}

/** Parses the arguments after `npm run bench --`. @throws Error that describes an invalid argument */
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
    throw new Error(`--pairs ${values.pairs} is not a number of pairs.`)
  }
  return { names: positionals, pairs, against, quick, help }
}

/** Whether a given name selects a benchmark: `people` also selects `people-import`. */
export const isSelected = ({ name }: { name: string }, given: string): boolean =>
  name === given || name.startsWith(`${given}-`)

/** The output of `npm run bench -- --help`. */
export function usage(lines: { name: string; about: string }[]): string {
  const width = Math.max(...lines.map(({ name }) => name.length))
  return `npm run bench [-- LINE ...] [--against COMMIT] [--pairs N] [--quick]

Measures the built product: the named lines ("people" means all people-…), or all. TEST_DATABASE=pg measures on PostgreSQL (TEST_DATABASE_URL).

  --against COMMIT  compares this build with the build of another commit, alternating; only for lines that are measured in pairs
  --pairs N         how many pairs are measured of each line (${fewestPairs}); fewer give no verdict
  --quick           a small load that only shows whether the lines work; the figures mean nothing

Lines:
${lines.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')}`
}
