import { english, type Text } from '@crossdock/kernel/ground'

/** The pass cannot continue until a person changes something. The run fails with this message. */
export class PassStopped extends Error {
  override name = 'PassStopped'

  constructor(readonly text: Text) {
    super(english(text))
  }
}

/** The pass continues when an end is available again. The run waits with this message. */
export class PassWaits extends Error {
  override name = 'PassWaits'

  constructor(
    readonly text: Text,
    /** Delay before the next attempt; null if the end reports that it is available again. */
    readonly againInMs: number | null = null
  ) {
    super(english(text))
  }
}

/** The contract was changed, or its run has ended, so the plan is invalid. */
export class PlanOutdated extends Error {
  override name = 'PlanOutdated'
}
