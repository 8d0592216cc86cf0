import { fork, type ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Order, Report } from './picture_main.js'

/** It has bytes to read and a picture to give: the secrets of the server's environment are not for it. */
const inherited = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'NODE_COMPILE_CACHE']

const program = (): string =>
  fileURLToPath(new URL(`picture_main${import.meta.url.slice(-3)}`, import.meta.url))

/** The process has ended over a picture: it took too long or too much memory, or the decoder fell over it. */
export class PictureLost extends Error {
  override name = 'PictureLost'
}

export interface PictureBounds {
  /** What one picture may take of a processor. */
  cpuMs: number
  /** What one picture may take by the clock, whatever else the machine does. */
  ms: number
  /** What the process may have of memory, in bytes. */
  memory: number
  /** Who was not asked for this long ends. */
  idleMs: number
  /** Beside the server, as of `os.setPriority`. */
  priority: number
}

/**
 * A process that draws, one picture at a time. Only a process can be ended in the middle of a decoder's work, and what
 * it had in memory with it.
 */
export class PictureProcess {
  readonly #child: ChildProcess
  readonly #bounds: PictureBounds
  #idle: NodeJS.Timeout | undefined
  /** Ends what waits for an answer. */
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
      // Libraries say there what they think of each file.
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    })
    const gone = () => {
      this.#isOver = true
      clearTimeout(this.#idle)
      process.off('exit', this.#kill)
      this.#refuse?.(new PictureLost('The process that drew the picture has ended.'))
    }
    this.#child.once('exit', gone)
    // The process could not be started, or the order could not be sent.
    this.#child.on('error', () => {
      gone()
      this.#kill()
    })
    // Its end is told by its exit.
    this.#child.stdin!.on('error', () => undefined)
    process.once('exit', this.#kill)
    this.#rest()
  }

  /** It was ended, and may not be gone yet. */
  get isEnding(): boolean {
    return this.#isOver || this.#child.killed
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** @throws PictureLost, or what reading the bytes throws; it is ended then */
  async draw(bytes: Readable, order: Order): Promise<Report> {
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
        this.#child.send(order)
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

  /** Ends it at once, whatever it does. */
  end(): void {
    this.#kill()
  }

  async #send(bytes: Readable): Promise<void> {
    const stdin = this.#child.stdin!
    for await (const piece of bytes) {
      if (stdin.destroyed) return
      if (!stdin.write(piece)) await taken(stdin)
    }
  }

  /** Nobody waits for it: the server may end, and so will it after a while. */
  #rest(): void {
    if (this.isEnding) return
    this.#child.unref()
    this.#child.channel?.unref()
    this.#idle = setTimeout(this.#kill, this.#bounds.idleMs).unref()
  }
}

/** Until there is room again, or nobody who would take anything. */
function taken(stdin: Writable): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stdin.off('drain', go).off('close', go)
      resolve()
    }
    stdin.on('drain', go).on('close', go)
  })
}
