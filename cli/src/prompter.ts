import { CliError, ExitCode, UsageError } from './errors.js'
import { printable } from './output/format.js'
import type { Streams } from './output/streams.js'

export interface Question {
  message: string
  /** The flag that sets the same value. Named in the error without a terminal. */
  flag: string
  default?: string
  optional?: boolean
  /** Returns an error for a typed answer, or true. The server validates a flag's value. */
  validate?: (answer: string) => string | true
}

/** Asks the person at the terminal. Without a terminal a missing value is a usage error. */
export class Prompter {
  readonly #streams: Streams

  constructor(streams: Streams) {
    this.#streams = streams
  }

  get interactive(): boolean {
    const { stdin, stdout, stderr } = this.#streams
    return Boolean(stdin.isTTY && stdout.isTTY && stderr.isTTY)
  }

  /** Returns the flag's value, otherwise the answer to the question. */
  async valueOrAsk(given: string | undefined, question: Question): Promise<string> {
    return given === undefined ? this.#ask(question) : given.trim()
  }

  /**
   * Returns if `--yes` was given or the person agrees.
   * @throws UsageError, CliError otherwise
   */
  async assertConfirmed(yes: boolean, message: string): Promise<void> {
    if (yes) return
    const asked = printable(message)
    if (!this.interactive) {
      throw new UsageError(
        '--yes is missing, and there is no terminal for the question.',
        `It means: ${asked}`
      )
    }
    const value = await this.#prompt<boolean>({ type: 'confirm', message: asked, default: false })
    if (!value) throw new CliError(ExitCode.interrupted, 'Nothing was changed.')
  }

  async #ask(question: Question): Promise<string> {
    if (!this.interactive) {
      if (question.optional) return ''
      throw new UsageError(
        `${question.flag} is missing, and there is no terminal for the question.`,
        `Add ${question.flag} <value>.`
      )
    }
    const value = await this.#prompt<string>({
      type: 'input',
      message: question.message,
      default: question.default,
      validate: (answer: string) => question.validate?.(answer.trim()) ?? true,
    })
    return value.trim()
  }

  async #prompt<T>(question: object): Promise<T> {
    const { default: inquirer } = await import('inquirer')
    // Questions go to stderr: stdout contains only results, even on a terminal.
    const prompt = inquirer.createPromptModule({
      input: this.#streams.stdin,
      output: this.#streams.stderr,
    })
    try {
      const answers: { value: unknown } = await prompt([{ ...question, name: 'value' } as never])
      return answers.value as T
    } catch (error) {
      if (error instanceof Error && error.name === 'ExitPromptError') {
        throw new CliError(ExitCode.interrupted, 'Cancelled.')
      }
      throw error
    }
  }
}
