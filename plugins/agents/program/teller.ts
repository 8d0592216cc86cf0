/** What the commands of the agent say, and where. */
export interface Teller {
  /** A line of the result. */
  say: (line: string) => void
  /** A remark beside the result. */
  note: (line: string) => void
  printJson: (value: unknown) => void
  isJson: () => boolean
  env: NodeJS.ProcessEnv
  /** A path as a person types it, as a whole path. */
  path: (typed: string) => string
  /** What the command line reports for an error of the agent. */
  failure: (error: unknown) => unknown
}
