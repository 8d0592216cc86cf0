import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import type { Profile } from '../src/config/profiles.js'
import { Factory } from '../src/factory.js'
import { runCommand } from '../src/main.js'

const BINARY = join(process.cwd(), 'cli/bin/crossdock.mjs')
/** Runs the sources unless this test run made the build, because another build may be outdated. */
const FLAGS = process.env.TEST_BUILD === 'fresh' ? [] : ['--conditions=crossdock-source']
const PASSED_ON = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

interface RunOptions {
  env?: Record<string, string>
  /** Content of standard input. Empty when absent. */
  input?: string
  /** Collects stderr, so that a test can wait for a line. */
  stderr?: OutputBuffer
}

/** Runs commands without a terminal, in a working directory and with a configuration of their own. */
export class Shell {
  readonly folder: string
  readonly env: Record<string, string>

  private constructor(folder: string) {
    this.folder = folder
    this.env = {
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      // For root, the default would be the agent state of the whole machine.
      CROSSDOCK_AGENT_STATE: join(folder, 'agent'),
    }
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

  /** Stores a profile as if from an earlier sign-in. */
  async storeProfile(profile: Partial<Profile>, name = 'default'): Promise<void> {
    await mkdir(this.path('config', 'crossdock', 'profiles'), { recursive: true })
    const whole = { email: 'ada@acme.example', organization: 'acme', tokenId: null, ...profile }
    await writeFile(this.profilePath(name), JSON.stringify(whole))
  }

  /** Runs one command line in this process. binary.spec.ts covers what the binary adds. */
  async run(
    args: string[],
    { env, input = '', stderr = new OutputBuffer() }: RunOptions = {}
  ): Promise<Outcome> {
    const stdout = new OutputBuffer()
    const streams = { stdin: Readable.from([Buffer.from(input)]), stdout, stderr }
    const factory = new Factory(streams, { ...this.env, ...env }, this.folder)
    const code = await runCommand(args, factory)
    return { code, stdout: stdout.text, stderr: stderr.text }
  }

  /** Runs a command and parses stdout as JSON. Fails and shows stderr unless the command succeeds. */
  async json<T>(args: string[], options: RunOptions = {}): Promise<T> {
    const { code, stdout, stderr } = await this.run([...args, '--json'], options)
    if (code !== 0) throw new Error(`crossdock ${args.join(' ')} ended with ${code}: ${stderr}`)
    return JSON.parse(stdout) as T
  }

  /** Starts the real binary as a separate process, with pipes or with the caller's output. */
  start(
    args: string[],
    env: Record<string, string> = {},
    stdout: number | 'pipe' = 'pipe'
  ): Running {
    return new Running(
      spawn(process.execPath, [...FLAGS, BINARY, ...args], {
        cwd: this.folder,
        env: { ...this.env, ...env },
        stdio: ['pipe', stdout, 'pipe'],
      }) as Child
    )
  }
}

/** An output that is not a terminal. */
export class OutputBuffer extends Writable {
  readonly #chunks: Buffer[] = []

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString()
  }
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** A process that is still running. */
export class Running {
  readonly child: Child
  readonly outcome: Promise<Omit<Outcome, 'code'> & Ended>
  #stdout = ''
  #stderr = ''

  constructor(child: Child) {
    this.child = child
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text))
    this.outcome = new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code, signal) =>
        resolve({ code, signal, stdout: this.#stdout, stderr: this.#stderr })
      )
    })
  }

  /** Resolves when the output so far, on stdout or stderr, contains a text. */
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

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}
