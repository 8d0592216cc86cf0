import { benchConsole } from './console.js'
import { benchCreate } from './create.js'
import { benchFanOut } from './fan_out.js'
import { benchFirstStep } from './first_step.js'
import { benchHanging } from './hanging.js'
import { benchLive } from './live.js'
import { benchList } from './list.js'
import { benchProcess } from './process.js'
import { benchRareEvents } from './rare_events.js'
import { table, type Line } from './report.js'
import { benchTenancy } from './tenancy.js'

const all: Record<string, () => Promise<Line[]>> = {
  list: benchList,
  create: benchCreate,
  tenancy: benchTenancy,
  step: benchFirstStep,
  hanging: benchHanging,
  fanout: benchFanOut,
  rare: benchRareEvents,
  live: benchLive,
  process: benchProcess,
  console: benchConsole,
}

// `npm run bench -- list create` measures only these.
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(all, name))
if (unknown.length > 0) {
  const isHelp = unknown.every((name) => name === '--help' || name === '-h')
  const parts = Object.keys(all).join(' ')
  const usage = `npm run bench [-- PART ...]\n\nMeasures the built product: the parts named, or all (some minutes).\nParts: ${parts}`
  if (isHelp) console.log(usage)
  else console.error(`There is no part "${unknown[0]}" to measure.\n\n${usage}`)
  process.exit(isHelp ? 0 : 2)
}
const names = wanted.length > 0 ? wanted : Object.keys(all)
const lines: Line[] = []
for (const name of names) lines.push(...(await all[name]!()))
console.log(table(lines))
process.exit(0)
