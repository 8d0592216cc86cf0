import { fork, type ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { DrawRequest, Report } from './picture_main.js'

/** Environment variables for the process. It must not see the secrets in the server's environment. */
const inherited = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'NODE_COMPILE_CACHE']

const program = (): string =>
  fileURLToPath(new URL(`picture_main${import.meta.url.slice(-3)}`, import.meta.url))

/** The process ended while drawing: too much time or memory, or the decoder crashed. */
export class PictureLost extends Error {
  override name = 'PictureLost'
}

export interface PictureBounds {
  /** Processor time for one picture. */
  cpuMs: number
  /** Wall-clock time for one picture, also on a busy machine. */
  ms: number
  /** Memory of the process in bytes. */
  memory: number
  /** The process ends after this time without a request. */
  idleMs: number
  /** Priority for `os.setPriority`, lower than the server's. */
  priority: number
}

/**
 * A process that draws one picture at a time. Ending the process is the only way to stop a decoder and free its
 * memory.
 */
export class PictureProcess {
  readonly #child: ChildProcess
  readonly #bounds: PictureBounds
  #idle: NodeJS.Timeout | undefined
  /** Rejects the pending answer. */
  #refuse: ((error: PictureLost) => void) | undefined
  #isOver = false
  readonly #kill = () => this.#child.kill('SIGKILL')

  constructor(bounds: PictureBounds) {
    this.#bounds = bounds
    const given = inherited.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    })
    this.#child = fork(program(), [bounds.memory, bounds.cpuMs, bounds.priority].map(String), {
      env: Object.fromEntries(given),
      serialization: 'advanced',
      // Ignore standard output and error: libraries print messages about each file.
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    })
    const gone = () => {
      this.#isOver = true
      clearTimeout(this.#idle)
      process.off('exit', this.#kill)
      this.#refuse?.(new PictureLost('The process that drew the picture has ended.'))
    }
    this.#child.once('exit', gone)
    // The process could not be started, or the request could not be sent.
    this.#child.on('error', () => {
      gone()
      this.#kill()
    })
    // The exit event reports the failure.
    this.#child.stdin!.on('error', () => undefined)
    process.once('exit', this.#kill)
    this.#rest()
  }

  /** The process was killed, but may not have exited yet. */
  get isEnding(): boolean {
    return this.#isOver || this.#child.killed
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** @throws PictureLost, or errors of reading the bytes; both end the process */
  async draw(bytes: Readable, request: DrawRequest): Promise<Report> {
    clearTimeout(this.#idle)
    this.#child.ref()
    const { ms } = this.#bounds
    const bound = setTimeout(() => {
      this.#refuse?.(new PictureLost(`The picture took longer than ${ms} ms.`))
      this.#kill()
    }, ms)
    try {
      const report = new Promise<Report>((resolve, reject) => {
        this.#refuse = reject
        this.#child.once('message', resolve)
        this.#child.send(request)
      })
      const [answer] = await Promise.all([report, this.#send(bytes)])
      return answer
    } catch (error) {
      this.end()
      throw error
    } finally {
      clearTimeout(bound)
      this.#refuse = undefined
      this.#rest()
    }
  }

  /** Ends the process immediately, whatever it does. */
  end(): void {
    this.#kill()
  }

  async #send(bytes: Readable): Promise<void> {
    const stdin = this.#child.stdin!
    for await (const piece of bytes) {
      if (stdin.destroyed) return
      if (!stdin.write(piece)) await waitForSpace(stdin)
    }
  }

  /** While idle, the process does not keep the server alive, and ends after a while. */
  #rest(): void {
    if (this.isEnding) return
    this.#child.unref()
    this.#child.channel?.unref()
    this.#idle = setTimeout(this.#kill, this.#bounds.idleMs).unref()
  }
}

/** Waits until the pipe has space again or is closed. */
function waitForSpace(stdin: Writable): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stdin.off('drain', go).off('close', go)
      resolve()
    }
    stdin.on('drain', go).on('close', go)
  })
}
