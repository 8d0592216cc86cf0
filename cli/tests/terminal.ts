import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { Factory } from '../src/factory.js'
import { runCommand } from '../src/main.js'

/** A stream that claims to be a terminal. */
class TerminalStream extends PassThrough {
  readonly isTTY = true
  readonly columns = 100

  /** A terminal outlives the programs that write to it. */
  override end(): this {
    return this
  }
}

/** A person at a terminal who sees one screen and types answers. The commands run in this process. */
export class Terminal {
  readonly #env: NodeJS.ProcessEnv
  readonly #stdin = new TerminalStream()
  readonly #stdout = new TerminalStream()
  readonly #stderr = new TerminalStream()
  /** The complete output, including colors and cursor movements. */
  raw = ''
  #seen = 0

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
    for (const output of [this.#stdout, this.#stderr]) {
      output.on('data', (chunk: Buffer) => (this.raw += chunk.toString()))
    }
  }

  get text(): string {
    return stripVTControlCharacters(this.raw)
  }

  run(args: string[]): Promise<number> {
    const streams = { stdin: this.#stdin, stdout: this.#stdout, stderr: this.#stderr }
    return runCommand(args, new Factory(streams, this.#env))
  }

  /** Waits for a question, answers it, and waits until the answer is taken. */
  async answer(question: string, answer: string): Promise<void> {
    await this.#shows(`? ${question}`)
    this.#stdin.write(`${answer}\r`)
    await this.#shows(`✔ ${question}`)
    this.#seen = this.text.length
  }

  /** Waits for text after the last answered question. */
  async #shows(text: string): Promise<void> {
    while (!this.text.slice(this.#seen).includes(text)) {
      await new Promise((printed) => this.#stderr.once('data', printed))
    }
  }
}
