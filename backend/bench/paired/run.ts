import { testDatabase } from '@crossdock/kernel/testing'
import type { Build } from '../builds.js'
import type { Line } from '../report.js'
import type { PairedLine, Comparison } from './line.js'
import { measureInPairs } from './measure.js'
import { rowsOf } from './rows.js'

const database = testDatabase === 'pg' ? 'PostgreSQL' : 'SQLite'

interface Wanted {
  pairs: number
  quick: boolean
  build: Build
  /** A build to compare with instead of the baselines. */
  against?: Build
}

/** Measures one line with its baseline, or with the same line of another build. */
export async function runPaired(line: PairedLine, wanted: Wanted): Promise<Line[]> {
  const { pairs, quick, build, against } = wanted
  const why = await line.missing?.()
  if (why) return [skipped(line, why)]
  const opened: Comparison[] = []
  const open = async (from: Build) => {
    const stand = await line.open(from, { quick })
    opened.push(stand)
    return stand
  }
  try {
    const stand = await open(build)
    const other = against ? (await open(against)).ours : await stand.startBaseline?.()
    const measured = await measureInPairs(stand.ours, other, { pairs, fresh: line.fresh })
    return rowsOf(line, measured, { database, limit: other?.name, against: against?.name })
  } finally {
    for (const stand of opened.reverse()) await stand.close()
  }
}

const lineWithoutFigures = (about: string, verdict: string): Line => ({
  what: `${about} (${database})`,
  ours: '',
  yardstick: '',
  ratio: '',
  target: '',
  verdict,
})

const skipped = ({ about }: PairedLine, why: string) =>
  lineWithoutFigures(about, `left out: ${why}`)

/** The table row of a failed measurement. */
export const failed = ({ about }: { about: string }, { message }: Error) =>
  lineWithoutFigures(about, `failed: ${message.split('\n')[0]}`)
