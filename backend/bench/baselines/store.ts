export interface Run {
  id: string
  executionId: string
  steps: number
  startedAt: number
}

/** The result of a call to the partner. */
export interface Called {
  request: string
  status: number
  answer: string
  milliseconds: number
}

/** Each method resolves when its writes are on disk, all or none. */
export interface Store {
  accept(run: Run): Promise<void>
  begin(run: Run, step: number, request: string): Promise<void>
  /** Records the end of the previous step and the start of this one. */
  goOn(run: Run, step: number, before: Called, request: string): Promise<void>
  finish(run: Run, last: Called): Promise<void>
}
