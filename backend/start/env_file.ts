import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { SettingsError, variables } from '@crossdock/kernel/settings'

/** `NAME=value`, with the variants of shells and Docker; the rest of the line is checked separately. */
const assignment = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/
const nothing = /^\s*(#.*)?$/
/** A quoted value must end on its line; only a comment may follow. */
const quoted = /^(["'`])[^\n]*?\1\s*(#.*)?$/

/**
 * Loads the variables of an `.env` file into `target`. Variables that `target` already has keep their values.
 * A missing file is no error. A line without effect, or with a surprising effect, is an error.
 * @throws SettingsError naming each wrong line, without its value
 */
export function loadEnvFile(path: string, target: NodeJS.ProcessEnv): void {
  const text = read(path)
  if (text === null) return
  const problems = problemsIn(text).map(({ line, problem }) => `${path}, line ${line}: ${problem}`)
  if (problems.length > 0) throw new SettingsError(problems)
  for (const [name, value] of Object.entries(parseEnv(text))) target[name] ??= value
}

function read(path: string): string | null {
  try {
    // Windows editors start files with a byte order mark, which would become part of the first name.
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new SettingsError([`${path} cannot be read (${code}). Let this account read it.`])
  }
}

interface Finding {
  line: number
  problem: string
}

function problemsIn(text: string): Finding[] {
  const lines = new Map<string, number>()
  return text.split('\n').flatMap((content, at) => {
    if (nothing.test(content)) return []
    const line = at + 1
    const found = assignment.exec(content)
    if (!found)
      return [{ line, problem: 'this is not NAME=value. Correct it, or put a # before it.' }]
    const [, name, value] = found as unknown as [string, string, string]
    const before = lines.get(name)
    lines.set(name, line)
    const problem =
      (before && `${name} was given on line ${before} already. Keep one of them.`) ||
      misspelled(name) ||
      valueProblem(name, value)
    return problem ? [{ line, problem }] : []
  })
}

/** Returns what is wrong with a value that would be read differently from how it looks. */
function valueProblem(name: string, value: string): string | undefined {
  if (/^["'`]/.test(value)) {
    if (quoted.test(value)) return undefined
    return `the quotes around the value of ${name} do not enclose the whole value. Close them on the same line.`
  }
  if (!/\S#/.test(value)) return undefined
  return `the value of ${name} would end at its "#". Put it in quotes, or a space before a comment.`
}

/**
 * Returns advice if a name nearly equals the name of a variable of Crossdock. Names of other programs'
 * variables are ignored.
 */
export function misspelled(name: string): string | undefined {
  const ours = Object.keys(variables)
  if (ours.includes(name)) return undefined
  const meant = ours.find((one) => distance(name.toUpperCase(), one) <= (one.length > 5 ? 2 : 1))
  return meant && `there is no variable ${name}. Write ${meant} if you mean that, or take it out.`
}

/** Edit distance of two texts. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [to, wanted] of [...other].entries()) {
      const changed = row[to]! + (letter === wanted ? 0 : 1)
      next.push(Math.min(changed, row[to + 1]! + 1, next[to]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}
