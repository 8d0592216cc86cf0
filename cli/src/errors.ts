/** Exit codes of the process. Scripts rely on these numbers, which `--help` lists. */
export const ExitCode = {
  ok: 0,
  failure: 1,
  usage: 2,
  forbidden: 3,
  notSignedIn: 4,
  notFound: 5,
  refused: 6,
  unreachable: 7,
  limited: 8,
  interrupted: 130,
} as const

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

export const EXIT_CODE_MEANINGS: ReadonlyArray<readonly [ExitCode, string]> = [
  [ExitCode.ok, 'done'],
  [ExitCode.failure, 'failed: the server or a followed execution reported a failure'],
  [ExitCode.usage, 'wrong usage: unknown command or flag, or a missing value'],
  [ExitCode.forbidden, 'signed in, but not allowed to do this'],
  [ExitCode.notSignedIn, 'not signed in, or the token or code is not valid'],
  [ExitCode.notFound, 'the named object does not exist'],
  [ExitCode.refused, 'refused: a conflict, or invalid values'],
  [ExitCode.unreachable, 'the server cannot be reached'],
  [ExitCode.limited, 'a rate limit or quota is used up'],
  [ExitCode.interrupted, 'interrupted'],
]

interface CliErrorOptions {
  /** What the person can do next, as a sentence. */
  hint?: string
  /** Details of the error, such as one line per refused field. */
  details?: string[]
  requestId?: string
  cause?: unknown
}

/** An error with a sentence for people and an exit code for scripts. Any other error is a bug. */
export class CliError extends Error {
  readonly exitCode: ExitCode
  readonly hint: string | undefined
  readonly details: string[]
  readonly requestId: string | undefined

  constructor(exitCode: ExitCode, message: string, options: CliErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = new.target.name
    this.exitCode = exitCode
    this.hint = options.hint
    this.details = options.details ?? []
    this.requestId = options.requestId
  }
}

/** A wrong flag or a missing value; the message names the flag. */
export class UsageError extends CliError {
  constructor(message: string, hint?: string) {
    super(ExitCode.usage, message, { hint })
  }
}

/** Ends the command with an exit code when everything is already printed. */
export class SilentExit extends CliError {
  constructor(exitCode: ExitCode) {
    super(exitCode, '')
  }
}
