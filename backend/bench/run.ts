import { removeDatabases } from '../testing/index.js'
import { isSelected, readArguments, usage, type Wanted } from './arguments.js'
import { buildCommit, thisBuild } from './builds.js'
import { environment, loadNow } from './environment.js'
import { pairedLines } from './lines/index.js'
import { onceLines, type OnceLine } from './lines/once.js'
import type { PairedLine } from './paired/line.js'
import { failed, runPaired } from './paired/run.js'
import { table, type Line } from './report.js'

const all = [...pairedLines, ...onceLines]

function refuse(message: string): never {
  console.error(`${message}\n\n${usage(all)}`)
  process.exit(2)
}

function wantedBy(args: string[]): Wanted {
  try {
    return readArguments(args)
  } catch (error) {
    return refuse((error as Error).message)
  }
}

// An interrupted bench leaves no server: children end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

// `npm run bench -- list create` measures only these lines.
const args = process.argv.slice(2)
const wanted = wantedBy(args)
if (wanted.help) {
  console.log(usage(all))
  process.exit(0)
}
const unknown = wanted.names.find((name) => !all.some((line) => isSelected(line, name)))
if (unknown) refuse(`There is no line "${unknown}" to measure.`)

function measure(line: PairedLine | OnceLine): Promise<Line[]> {
  if ('run' in line) return line.run(wanted)
  return runPaired(line, { ...wanted, build: thisBuild(), against: other })
}

const chosen = (wanted.against ? pairedLines : all).filter(
  (line) => wanted.names.length === 0 || wanted.names.some((name) => isSelected(line, name))
)
if (chosen.length === 0) refuse(`${wanted.names.join(' ')}: not measured in pairs.`)

const other = wanted.against === undefined ? undefined : await buildCommit(wanted.against)
const begin = { load: loadNow() }
const lines: Line[] = []
for (const line of chosen) {
  console.error(`Measuring ${line.name}…`)
  try {
    const measured = await measure(line)
    lines.push(...measured)
    // Print each table, in case a later line is interrupted.
    console.error(table(measured))
  } catch (error) {
    // Continue with the other lines.
    console.error(error)
    lines.push(failed(line, error as Error))
    process.exitCode = 1
  }
}
await other?.remove()
await removeDatabases()
console.log(table(lines))
console.log(`\n${await environment(args, begin)}`)
process.exit()
