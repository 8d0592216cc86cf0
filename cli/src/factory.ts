import { resolve } from 'node:path'
import type { Argument, Option } from 'commander'
import { createColors, type Colors } from './output/colors.js'
import type { ApiClient } from './api/client.js'
import type { Profile, ProfileStore } from './config/profiles.js'
import { credentials, profileName, type GlobalFlags } from './config/settings.js'
import { printable, printableJson, printableLine } from './output/format.js'
import type { Selector } from './output/query.js'
import type { Output, Streams } from './output/streams.js'
import type { Column } from './output/table.js'
import { Prompter } from './prompter.js'

/** Returns candidates with a description. `typed` is the start of the value. */
export type Suggest = (
  typed: string
) => Promise<ReadonlyArray<readonly [value: string, about: string]>>

/** Time limit for suggestions after Tab. */
const SUGGEST_WITHIN_MS = 2000

/**
 * The services of a command, each created on first use: `--help` loads no HTTP client, and a test passes its
 * own streams, environment variables and working directory.
 */
export class Factory {
  readonly streams: Streams
  readonly env: NodeJS.ProcessEnv
  readonly folder: string
  readonly prompter: Prompter
  /** Set by the parser before a command runs. */
  flags: GlobalFlags = {}
  /** The parsed `--query` expression. */
  #select: Selector | undefined
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

  /** Takes the flags of a command line. Refuses an invalid `--query` expression before the command runs. */
  async setFlags(flags: GlobalFlags): Promise<void> {
    this.flags = flags
    if (flags.query === undefined) return
    const { parseQuery } = await import('./output/query.js')
    this.#select = parseQuery(flags.query)
    this.flags = { ...flags, json: true }
  }

  /** Resolves a typed path against the working directory. */
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

  /** Registers suggestions for an argument or flag, and returns it. */
  suggest<T extends Argument | Option>(of: T, values: Suggest): T {
    this.#suggestions.set(of, values)
    return of
  }

  /** Undefined when no suggestions are registered. */
  suggestionsFor(of: Argument | Option, typed: string): ReturnType<Suggest> | undefined {
    this.#answerWithinMs = SUGGEST_WITHIN_MS
    return this.#suggestions.get(of)?.(typed)
  }

  /** Runs `tidy` on an interrupt. The returned function unregisters it. */
  onInterrupt(tidy: () => void): () => void {
    this.#interruptions.add(tidy)
    return () => this.#interruptions.delete(tidy)
  }

  interrupt(): void {
    for (const tidy of this.#interruptions) tidy()
  }

  /** The client for the chosen server and token. Throws when not signed in. */
  api(): Promise<ApiClient> {
    this.#api ??= this.#connect()
    return this.#api
  }

  /** The client without the chosen environment, which may be inactive: for commands that manage environments. */
  apiWithoutEnvironment(): Promise<ApiClient> {
    return this.#connect({ outside: true })
  }

  /** Colors of an output: only for a terminal, and never when they are disabled. */
  colorsFor(output: Output): Colors {
    return createColors(Boolean(output.isTTY) && this.flags.color !== false && !this.env.NO_COLOR)
  }

  /**
   * Prints one line for people on stdout, but nothing with --json. Escapes color codes, because they come from
   * foreign text.
   */
  say(line: string): void {
    if (!this.flags.json) this.streams.stdout.write(`${printable(line)}\n`)
  }

  /** Prints a line with our own colors. The caller makes foreign text `printable`. */
  sayStyled(line: (colors: Colors) => string): void {
    const { stdout } = this.streams
    if (!this.flags.json) stdout.write(`${printableLine(line(this.colorsFor(stdout)))}\n`)
  }

  /** Prints a remark on stderr. */
  note(line: string): void {
    this.streams.stderr.write(`${printable(line)}\n`)
  }

  printJson(value: unknown): void {
    this.streams.stdout.write(this.#select?.(value) ?? `${printableJson(value, 2)}\n`)
  }

  /** Prints one value as a line of JSON. */
  printJsonLine(value: unknown): void {
    this.streams.stdout.write(this.#select?.(value) ?? `${printableJson(value)}\n`)
  }

  /** Prints a list as JSON or as a table, or a sentence for an empty list. */
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

  /** With server and token both given, the profile is not read, so a broken one does no harm. */
  async #storedProfile(): Promise<Profile | undefined> {
    const isNamed = this.env.CROSSDOCK_TOKEN && (this.flags.server || this.env.CROSSDOCK_SERVER)
    return isNamed ? undefined : this.profile()
  }
}
