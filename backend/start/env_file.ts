import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { SettingsError, variables } from '@crossdock/kernel/settings'

/** `NAME=value` as shells and Docker write it, too; what is left of the line is looked at by itself. */
const assignment = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/
const nothing = /^\s*(#.*)?$/
/** A quoted value must end on its line, with nothing but a comment behind it. */
const quoted = /^(["'`])[^\n]*?\1\s*(#.*)?$/

/**
 * Puts the variables of an `.env` file into `target`, where those that stand there already stay. No
 * file is no fault; a line that does nothing, or not what it seems to, is one.
 * @throws SettingsError naming each such line, without its value
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
    // Editors on Windows begin files with a mark that would become part of the first name.
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
      return [{ line, problem: 'this is no NAME=value. Correct it, or put a # before it.' }]
    const [, name, value] = found as unknown as [string, string, string]
    const before = lines.get(name)
    lines.set(name, line)
    const problem =
      (before && `${name} was given on line ${before} already. Keep one of them.`) ||
      misspelt(name) ||
      odd(name, value)
    return problem ? [{ line, problem }] : []
  })
}

/** Values that would be read as something else than what stands there. */
function odd(name: string, value: string): string | undefined {
  if (/^["'`]/.test(value)) {
    if (quoted.test(value)) return undefined
    return `the quotes around the value of ${name} do not end with it. Close them on the same line.`
  }
  if (!/\S#/.test(value)) return undefined
  return `the value of ${name} would end at its "#". Put it in quotes, or a space before a comment.`
}

/** Other programs' variables are none of our business, but one that is nearly ours is meant to be. */
export function misspelt(name: string): string | undefined {
  const ours = Object.keys(variables)
  if (ours.includes(name)) return undefined
  const meant = ours.find((one) => distance(name.toUpperCase(), one) <= (one.length > 5 ? 2 : 1))
  return meant && `there is no variable ${name}. Write ${meant} if you mean that, or take it out.`
}

/** Letters to add, take away or change to make one text of the other. */
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
