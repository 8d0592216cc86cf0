import { resolve } from 'node:path'
import type { Argument, Option } from 'commander'
import { createColors, type Colors } from './output/colors.js'
import type { ApiClient } from './api/client.js'
import type { Profile, ProfileStore } from './config/profiles.js'
import { credentials, profileName, type GlobalFlags } from './config/settings.js'
import { printable, printableJson, printableLine } from './output/format.js'
import type { Choice } from './output/query.js'
import type { Output, Streams } from './output/streams.js'
import type { Column } from './output/table.js'
import { Prompter } from './prompter.js'

/** Values somebody may want, each with a word about it; `typed` is how theirs begins. */
export type Suggest = (
  typed: string
) => Promise<ReadonlyArray<readonly [value: string, about: string]>>

/** Nobody waits longer for what Tab shows. */
const SUGGEST_WITHIN_MS = 2000

/**
 * What commands stand on, each part made when it is first asked for: `--help` loads no HTTP client,
 * and a test hands in its own streams, environment variables and folder to work in.
 */
export class Factory {
  readonly streams: Streams
  readonly env: NodeJS.ProcessEnv
  readonly folder: string
  readonly prompter: Prompter
  /** Filled by the parser before a command runs. */
  flags: GlobalFlags = {}
  /** What `--query` chooses of each JSON that is printed. */
  #choice: Choice | undefined
  readonly #suggestions = new Map<Argument | Option, Suggest>()
  readonly #interruptions = new Set<() => void>()
  #api: Promise<ApiClient> | undefined
  #answerWithinMs: number | undefined
  #profiles: Promise<ProfileStore> | undefined

  constructor(streams: Streams, env: NodeJS.ProcessEnv, folder = process.cwd()) {
    this.streams = streams
    this.env = env
    this.folder = folder
    this.prompter = new Prompter(streams)
  }

  /** Takes the flags of a command line; an expression that cannot be read is refused before anything is done. */
  async take(flags: GlobalFlags): Promise<void> {
    this.flags = flags
    if (flags.query === undefined) return
    const { choiceOf } = await import('./output/query.js')
    this.#choice = choiceOf(flags.query)
    this.flags = { ...flags, json: true }
  }

  /** A path as somebody typed it, seen from the folder they work in. */
  path(typed: string): string {
    return resolve(this.folder, typed)
  }

  get profileName(): string {
    return profileName(this.flags, this.env)
  }

  profiles(): Promise<ProfileStore> {
    this.#profiles ??= import('./config/profiles.js').then(
      ({ ProfileStore }) => new ProfileStore(this.env)
    )
    return this.#profiles
  }

  async profile(): Promise<Profile | undefined> {
    return (await this.profiles()).read(this.profileName)
  }

  /** Says what may stand for an argument or a flag when somebody presses Tab, and gives it back. */
  suggest<T extends Argument | Option>(of: T, values: Suggest): T {
    this.#suggestions.set(of, values)
    return of
  }

  /** Undefined when nothing was said about it. */
  suggestionsFor(of: Argument | Option, typed: string): ReturnType<Suggest> | undefined {
    this.#answerWithinMs = SUGGEST_WITHIN_MS
    return this.#suggestions.get(of)?.(typed)
  }

  /** Has something tidied up or said should the person interrupt; the answer takes that back. */
  onInterrupt(tidy: () => void): () => void {
    this.#interruptions.add(tidy)
    return () => this.#interruptions.delete(tidy)
  }

  interrupt(): void {
    for (const tidy of this.#interruptions) tidy()
  }

  /** The client for the chosen server and token; refuses when not signed in. */
  api(): Promise<ApiClient> {
    this.#api ??= this.#connect()
    return this.#api
  }

  /** The same outside of the chosen environment, which may be closed: for commands about environments themselves. */
  apiOutside(): Promise<ApiClient> {
    return this.#connect({ outside: true })
  }

  /** Colours for one output: only for a terminal, and never when they are switched off. */
  colorsFor(output: Output): Colors {
    return createColors(Boolean(output.isTTY) && this.flags.color !== false && !this.env.NO_COLOR)
  }

  /** One line for people on stdout; nothing when JSON was asked for. Whatever colours it has are others'. */
  say(line: string): void {
    if (!this.flags.json) this.streams.stdout.write(`${printable(line)}\n`)
  }

  /** A line that we colour; what is named in it has been made `printable` by who does. */
  sayStyled(line: (colors: Colors) => string): void {
    const { stdout } = this.streams
    if (!this.flags.json) stdout.write(`${printableLine(line(this.colorsFor(stdout)))}\n`)
  }

  /** A remark beside the result, on stderr. */
  note(line: string): void {
    this.streams.stderr.write(`${printable(line)}\n`)
  }

  printJson(value: unknown): void {
    this.streams.stdout.write(this.#choice?.(value) ?? `${printableJson(value, 2)}\n`)
  }

  /** One of many values, each a line of its own. */
  printJsonLine(value: unknown): void {
    this.streams.stdout.write(this.#choice?.(value) ?? `${printableJson(value)}\n`)
  }

  /** A list as JSON, as a table, or as the sentence that there is nothing. */
  async printList<T>(rows: T[], columns: Array<Column<T>>, whenEmpty: string): Promise<void> {
    if (this.flags.json) return this.printJson(rows)
    if (rows.length === 0) return this.note(whenEmpty)
    const { writeTable } = await import('./output/table.js')
    const { stdout } = this.streams
    const hasHead = this.flags.headers ?? Boolean(stdout.isTTY)
    await writeTable(stdout, this.colorsFor(stdout), columns, rows, hasHead)
  }

  async #connect({ outside = false } = {}): Promise<ApiClient> {
    const { server, headers } = credentials(this.flags, this.env, await this.#storedProfile())
    if (outside) delete headers['x-environment']
    const { ApiClient } = await import('./api/client.js')
    return new ApiClient({ server, headers, answerWithinMs: this.#answerWithinMs })
  }

  /** With server and token both named there is nothing to look up, not even a broken profile. */
  async #storedProfile(): Promise<Profile | undefined> {
    const isNamed = this.env.CROSSDOCK_TOKEN && (this.flags.server || this.env.CROSSDOCK_SERVER)
    return isNamed ? undefined : this.profile()
  }
}
