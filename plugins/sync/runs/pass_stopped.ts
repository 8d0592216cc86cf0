import { english, type Text } from '@crossdock/kernel/http'

/** A pass cannot go on until a person has changed something: the run fails with this sentence. */
export class PassStopped extends Error {
  override name = 'PassStopped'

  constructor(readonly text: Text) {
    super(english(text))
  }
}

/** A pass goes on once an end is there again: the run waits with this sentence. */
export class PassWaits extends Error {
  override name = 'PassWaits'

  constructor(
    readonly text: Text,
    /** When it tries again by itself; null: the end says that it is back. */
    readonly againInMs: number | null = null
  ) {
    super(english(text))
  }
}

/** The contract changed, or its run was ended: nothing of the plan counts any more. */
export class PlanOutdated extends Error {
  override name = 'PlanOutdated'
}
