import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type Level = 'info' | 'warn' | 'error'

export interface LogLine {
  at: string
  level: Level
  message: string
}

/** Maximum size of a log file. There are at most two files: the present and the previous one. */
const fileBytes = 1024 * 1024
/** Maximum number of lines that wait for a connection. */
const mostWaiting = 200
const mostMessage = 1_000

const logFile = (folder: string): string => join(folder, 'agent.log')

/** The log of an agent: size-limited files, and the newest lines for the server. */
export class Log {
  #waiting: LogLine[] = []
  #size: number
  readonly #file: string

  /** @param echo also receives each line, for example a terminal */
  constructor(
    folder: string,
    private readonly echo: (line: LogLine) => void
  ) {
    this.#file = logFile(folder)
    this.#size = sizeOf(this.#file)
  }

  info(message: string): void {
    this.#write('info', message)
  }

  warn(message: string): void {
    this.#write('warn', message)
  }

  error(message: string): void {
    this.#write('error', message)
  }

  /** Returns unsent lines, up to a number, and marks them as sent. */
  take(count: number): LogLine[] {
    return this.#waiting.splice(0, count)
  }

  /** Puts unsent lines back into the queue. */
  putBack(lines: LogLine[]): void {
    this.#waiting = [...lines, ...this.#waiting].slice(-mostWaiting)
  }

  #write(level: Level, text: string): void {
    const message = text.replace(/\p{Cc}+/gu, ' ').slice(0, mostMessage)
    const line = { at: new Date().toISOString(), level, message }
    this.echo(line)
    this.#waiting.push(line)
    if (this.#waiting.length > mostWaiting) this.#waiting.shift()
    const written = `${line.at} ${level.padEnd(5)} ${message}\n`
    try {
      if (this.#size > fileBytes) {
        renameSync(this.#file, `${this.#file}.1`)
        this.#size = 0
      }
      appendFileSync(this.#file, written, { mode: 0o600 })
      this.#size += Buffer.byteLength(written)
    } catch {
      // A full disk must not end the agent, which has to report it.
    }
  }
}

const sizeOf = (file: string): number => {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

/** Returns the last lines of the log of an agent. */
export function lastLines(folder: string, count: number): string[] {
  const lines: string[] = []
  for (const file of [`${logFile(folder)}.1`, logFile(folder)]) {
    try {
      lines.push(...readFileSync(file, 'utf8').split('\n').filter(Boolean))
    } catch {
      // There is no log yet.
    }
  }
  return lines.slice(-count)
}
