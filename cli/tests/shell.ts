import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Profile } from '../src/config/profiles.js'

const BINARY = fileURLToPath(new URL('../bin/crossdock.mjs', import.meta.url))
/** The sources, not a build that may be older than they are, unless it was made for this run. */
const FLAGS = process.env.TEST_BUILD === 'fresh' ? [] : ['--conditions=crossdock-source']
const PASSED_ON = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']

export interface Outcome {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

interface RunOptions {
  env?: Record<string, string>
  /** What stands in standard input; nothing when absent. */
  input?: string
}

/** Somebody's computer without a terminal: a folder to work in, its own configuration, and the real binary. */
export class Shell {
  readonly folder: string
  readonly env: Record<string, string>

  private constructor(folder: string) {
    this.folder = folder
    this.env = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') }
    for (const name of PASSED_ON) {
      if (process.env[name]) this.env[name] = process.env[name]
    }
  }

  static async open(): Promise<Shell> {
    return new Shell(await mkdtemp(join(tmpdir(), 'crossdock-cli-')))
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts)
  }

  profilePath(name = 'default'): string {
    return this.path('config', 'crossdock', 'profiles', `${name}.json`)
  }

  /** Leaves a profile behind as an earlier sign-in would. */
  async storeProfile(profile: Partial<Profile>, name = 'default'): Promise<void> {
    await mkdir(this.path('config', 'crossdock', 'profiles'), { recursive: true })
    const whole = { email: 'ada@acme.example', organization: 'acme', tokenId: null, ...profile }
    await writeFile(this.profilePath(name), JSON.stringify(whole))
  }

  run(args: string[], options: RunOptions = {}): Promise<Outcome> {
    const running = this.start(args, options)
    running.child.stdin.end(options.input ?? '')
    return running.outcome
  }

  /** Runs and reads stdout as JSON; fails, showing stderr, unless the command succeeds. */
  async json<T>(args: string[], options: RunOptions = {}): Promise<T> {
    const { code, stdout, stderr } = await this.run([...args, '--json'], options)
    if (code !== 0) throw new Error(`crossdock ${args.join(' ')} ended with ${code}: ${stderr}`)
    return JSON.parse(stdout) as T
  }

  start(args: string[], options: RunOptions = {}): Running {
    return new Running(
      spawn(process.execPath, [...FLAGS, BINARY, ...args], {
        cwd: this.folder,
        env: { ...this.env, ...options.env },
        stdio: ['pipe', 'pipe', 'pipe'],
      })
    )
  }
}

/** A command that has not ended yet. */
export class Running {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>
  readonly outcome: Promise<Outcome>
  #stdout = ''
  #stderr = ''

  constructor(child: ChildProcessByStdio<Writable, Readable, Readable>) {
    this.child = child
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text))
    this.outcome = new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code, signal) =>
        resolve({ code, signal, stdout: this.#stdout, stderr: this.#stderr })
      )
    })
  }

  /** Resolves once what was printed so far, on either output, contains a text. */
  shows(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!`${this.#stdout}\n${this.#stderr}`.includes(text)) return
        this.child.stdout.off('data', look)
        this.child.stderr.off('data', look)
        resolve()
      }
      this.child.stdout.on('data', look)
      this.child.stderr.on('data', look)
      this.child.on('close', () => reject(new Error(`It ended without showing "${text}".`)))
      look()
    })
  }
}
