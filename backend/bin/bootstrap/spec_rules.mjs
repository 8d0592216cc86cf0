import { globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { at } from './paths.mjs'

/** A slow machine may exceed a time in a test that is shorter than this. */
const shortestMs = 60_000

const rules = [
  [/\bperformance\.now\(/g, 'measures time'],
  [/(?<!new Date\()\bDate\.now\(\) - [a-z]/g, 'measures time'],
  [/\b(setTimeout|setInterval)\b.*(\(|timers\/promises)/g, 'waits by a clock'],
  // A recorded duration is not a wait.
  [/\b(?!duration)[a-z]\w*Ms\b ?[:=] ?(?<ms>[\d_]+)(?! \*)\b/g, 'sets a short time'],
]

const advice =
  'In a test, time is moved (app.clock, server.clock) and never measured; see "Tests" in CONTRIBUTING.md. ' +
  'A file that needs a real clock says "// clock: why" in its first lines and tags these tests long.'

/**
 * Finds times in specs and their helpers: measured, waited for, or shorter than a minute.
 * @param text of the file
 * @returns a sentence for each of these lines, with its number
 */
export function timesIn(text) {
  const isExcused = text.slice(0, 1_000).includes('// clock: ') && /\btags\(\['long'/.test(text)
  if (isExcused) return []
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(\/\/|\/?\*)/.test(line)) return []
    const broken = rules.find(([pattern]) =>
      line.matchAll(pattern).some(({ groups }) => {
        if (!groups?.ms) return true
        const time = Number(groups.ms.replaceAll('_', ''))
        // 0 and 1 mean "immediately", which every machine can do.
        return time > 1 && time < shortestMs
      })
    )
    return broken ? [`line ${index + 1} ${broken[1]}: ${line.trim()}`] : []
  })
}

/** `npm run check`, the part "times in specs": exits with 1 when a spec breaks the rule. */
function main() {
  const files = globSync(
    ['backend/**/tests/**/*.ts', 'plugins/*/{tests,program/tests}/**/*.ts', 'cli/tests/**/*.ts'],
    {
      cwd: at(),
      exclude: (name) =>
        name === 'node_modules' || name === 'fixtures' || name === 'changed.spec.ts',
    }
  )
  let broken = 0
  for (const file of files.sort()) {
    for (const sentence of timesIn(readFileSync(at(file), 'utf8'))) {
      console.log(`${file}: ${sentence}`)
      broken++
    }
  }
  if (broken > 0) console.log(advice)
  process.exitCode = broken > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main()
