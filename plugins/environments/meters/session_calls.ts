import { Limit, text, type Call, type Stage } from '@crossdock/kernel/http'
import { environmentLimits } from '@crossdock/kernel/ledger'

/** What the calls of a session within a minute are, beside those that programs may make: a page makes a dozen. */
const timesAsMany = 60
/** However little programs may do. */
const atLeast = 6_000

const limits = new Map<number, Limit>()

function limitOf(points: number): Limit {
  const known = limits.get(points)
  if (known) return known
  if (limits.size > 1_000) limits.clear()
  const tooMany = (wait: number) =>
    text('Your browser has made {points} calls within a minute. Try again in {wait} seconds.', {
      points,
      wait,
    })
  const made = new Limit({
    ...{ name: 'calls.session', points, seconds: 60 },
    tooMany: {
      seconds: tooMany,
      minutes: (wait) => tooMany(wait * 60),
      hours: (wait) => tooMany(wait * 3600),
    },
  })
  limits.set(points, made)
  return made
}

/** Bounds the calls of a session, so that a page that asks in a loop takes nothing from programs and from other people. */
export const sessionCalls: Stage = {
  at: 'admit',
  around(call, next) {
    return call.identity?.credential.type === 'session'
      ? countFirst(call.context, call.identity.credential.id, next)
      : next()
  },
}

async function countFirst(
  context: Call['context'],
  session: string,
  next: () => Promise<void>
): Promise<void> {
  await limitOf(await pointsIn(context)).use(session)
  await next()
}

async function pointsIn({
  tenantId,
  environmentId,
}: {
  tenantId: string | null
  environmentId: string | null
}): Promise<number> {
  if (!tenantId || !environmentId) return atLeast
  const found = await environmentLimits.use().of({ tenantId, environmentId })
  return Math.max(atLeast, (found?.rateLimitPerMinute ?? 0) * timesAsMany)
}
