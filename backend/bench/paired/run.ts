import { testDatabase } from '@crossdock/kernel/testing'
import type { Build } from '../builds.js'
import type { Line } from '../report.js'
import type { PairedLine, Stand } from './line.js'
import { measureInPairs } from './measure.js'
import { rowsOf } from './rows.js'

const database = testDatabase === 'pg' ? 'PostgreSQL' : 'SQLite'

interface Wanted {
  pairs: number
  quick: boolean
  build: Build
  /** The build to compare with instead of the limits. */
  against?: Build
}

/** Measures one line beside its limit, or beside the same line of another build. */
export async function runPaired(line: PairedLine, wanted: Wanted): Promise<Line[]> {
  const { pairs, quick, build, against } = wanted
  const why = await line.missing?.()
  if (why) return [left(line, why)]
  const opened: Stand[] = []
  const open = async (from: Build) => {
    const stand = await line.open(from, { quick })
    opened.push(stand)
    return stand
  }
  try {
    const stand = await open(build)
    const other = against ? (await open(against)).ours : await stand.limit?.()
    const measured = await measureInPairs(stand.ours, other, { pairs, fresh: line.fresh })
    return rowsOf(line, measured, { database, limit: other?.name, against: against?.name })
  } finally {
    for (const stand of opened.reverse()) await stand.close()
  }
}

const without = (about: string, verdict: string): Line => ({
  ...{ what: `${about} (${database})`, ours: '', yardstick: '', ratio: '', target: '', verdict },
})

const left = ({ about }: PairedLine, why: string) => without(about, `left out: ${why}`)

/** The line of the table for what could not be measured. */
export const failed = ({ about }: { about: string }, { message }: Error) =>
  without(about, `failed: ${message.split('\n')[0]}`)
