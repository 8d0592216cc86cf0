import type { Argument, Command, Option } from 'commander'
import type { Factory } from '../factory.js'

/** The candidates at a position: values with a description, or local files. */
export type Candidates = 'files' | ReadonlyArray<readonly [value: string, about: string]>

/** The position of the cursor: the words before it, and the word that is being typed. */
interface CursorPosition {
  command: Command
  /** A flag whose value comes next. */
  pendingFlag: Option | undefined
  /** Number of arguments before the cursor. */
  position: number
  /** Whether "--" came before the cursor, after which no flags follow. */
  afterDashes: boolean
}

/** The candidates for the last word, given those before it. Empty when they cannot be determined. */
export async function complete(
  program: Command,
  factory: Factory,
  words: readonly string[]
): Promise<Candidates> {
  const typed = unquoted(words.at(-1) ?? '')
  const place = placeAfter(program, words.slice(0, -1))
  const { command, pendingFlag, position, afterDashes } = place
  if (pendingFlag) return starting(await valuesOf(factory, pendingFlag, typed), typed)
  if (typed.startsWith('-') && !afterDashes) return flagOrValue(factory, command, typed)
  if (command.commands.length > 0) return starting(namesIn(command), typed)
  const { registeredArguments: all } = command
  const last = all.at(-1)
  const argument = all[position] ?? (last?.variadic ? last : undefined)
  if (!argument) return []
  const values = starting(await valuesOf(factory, argument, typed), typed)
  // A name that looks like a flag would be parsed as one.
  return values === 'files' || afterDashes
    ? values
    : values.filter(([value]) => !value.startsWith('-'))
}

function placeAfter(program: Command, words: readonly string[]): CursorPosition {
  const place: CursorPosition = {
    command: program,
    pendingFlag: undefined,
    position: 0,
    afterDashes: false,
  }
  for (const word of words) {
    // bash splits off the equals sign between a flag and its value.
    if (place.pendingFlag && word === '=') continue
    if (place.pendingFlag) place.pendingFlag = undefined
    else if (place.afterDashes) place.position += 1
    else if (word === '--') place.afterDashes = true
    else if (word.length > 1 && word.startsWith('-')) {
      const option = optionOf(place.command, word)
      if (option?.required && !word.includes('=')) place.pendingFlag = option
    } else {
      const below = place.command.commands.find((one) => one.name() === word)
      if (below && place.position === 0) place.command = below
      else place.position += 1
    }
  }
  return place
}

async function flagOrValue(factory: Factory, command: Command, typed: string): Promise<Candidates> {
  const at = typed.indexOf('=')
  if (at === -1) {
    const flags = command.createHelp()
    const all = [...flags.visibleOptions(command), ...flags.visibleGlobalOptions(command)]
    const named = all.flatMap(({ long, description }) =>
      long ? [[long, description] as const] : []
    )
    return starting(named, typed)
  }
  const option = optionOf(command, typed.slice(0, at))
  if (!option) return []
  const values = await valuesOf(factory, option, typed.slice(at + 1))
  if (values === 'files') return []
  const whole = values.map(
    ([value, about]) => [`${typed.slice(0, at + 1)}${value}`, about] as const
  )
  return starting(whole, typed)
}

function optionOf(command: Command, flag: string): Option | undefined {
  const found = command.options.find(({ long, short }) => long === flag || short === flag)
  return found ?? (command.parent ? optionOf(command.parent, flag) : undefined)
}

/** The fixed choices of an argument or flag, otherwise its suggestions. One with "file" in its name gets files. */
async function valuesOf(
  factory: Factory,
  of: Argument | Option,
  typed: string
): Promise<Candidates> {
  if (of.argChoices) return of.argChoices.map((choice) => [choice, ''] as const)
  const suggested = await factory.suggestionsFor(of, typed)
  if (suggested) return suggested
  const placeholder = 'flags' in of ? of.flags : of.name()
  return /\bfile\b/.test(placeholder) ? 'files' : []
}

function namesIn(command: Command): Candidates {
  const visible = command.createHelp().visibleCommands(command)
  return visible.map((one) => [one.name(), one.description()] as const)
}

function starting(candidates: Candidates, typed: string): Candidates {
  if (candidates === 'files') return candidates
  const start = typed.toLowerCase()
  return candidates.filter(([value]) => value.toLowerCase().startsWith(start))
}

/** Removes the shell quoting that the word still has, such as `"Har` and `Har\ bour`. */
function unquoted(word: string): string {
  if (word === '=') return ''
  if (word.startsWith("'")) return word.slice(1)
  if (word.startsWith('"')) return word.slice(1).replace(/\\(["\\$`]|$)/g, '$1')
  return word.replace(/\\(.?)/g, '$1')
}
