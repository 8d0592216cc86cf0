/** The output of the agent's commands. */
export interface Printer {
  /** Prints a line of the result. */
  say: (line: string) => void
  /** Prints a remark that is not part of the result. */
  note: (line: string) => void
  printJson: (value: unknown) => void
  isJson: () => boolean
  env: NodeJS.ProcessEnv
  /** Resolves a typed path to an absolute path. */
  path: (typed: string) => string
  /** Converts an error of the agent for the command line. */
  failure: (error: unknown) => unknown
}
