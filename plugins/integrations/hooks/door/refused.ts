import type { Problem } from '@crossdock/kernel/ground'
import type { WebhookOutcome } from '../../contracts/index.js'

/** The request is refused. Contains the answer for its sender, and the outcome for its log row. */
export class Refused extends Error {
  constructor(
    readonly outcome: WebhookOutcome,
    readonly problem: Problem
  ) {
    super(problem.message)
  }
}
