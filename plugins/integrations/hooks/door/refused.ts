import type { Problem } from '@crossdock/kernel/http'
import type { WebhookOutcome } from '../../contracts/index.js'

/** A request is not taken: the answer its sender gets, and the word of its row in the log. */
export class Refused extends Error {
  constructor(
    readonly outcome: WebhookOutcome,
    readonly problem: Problem
  ) {
    super(problem.message)
  }
}
