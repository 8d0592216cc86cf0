import { benchCreate } from './create.js'
import { benchFirstStep } from './first_step.js'
import { benchList } from './list.js'
import { benchProcess } from './process.js'
import { table, type Line } from './report.js'
import { benchTenancy } from './tenancy.js'

const all: Record<string, () => Promise<Line[]>> = {
  list: benchList,
  create: benchCreate,
  tenancy: benchTenancy,
  step: benchFirstStep,
  process: benchProcess,
}

// `npm run bench -- list create` measures only these.
const wanted = process.argv.slice(2).filter((name) => name in all)
const names = wanted.length > 0 ? wanted : Object.keys(all)
const lines: Line[] = []
for (const name of names) lines.push(...(await all[name]!()))
console.log(table(lines))
process.exit(0)
