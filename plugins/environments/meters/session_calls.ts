import { Limit } from '@crossdock/kernel/limits'
import { text } from '@crossdock/kernel/ground'
import type { Call, Stage } from '@crossdock/kernel/http'
import { environmentLimits } from '@crossdock/kernel/ledger'

/** A session may make this many times the calls of a program, because one page makes a dozen calls. */
const timesAsMany = 60
/** The minimum number of calls, however low the limit of programs is. */
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
    name: 'calls.session',
    points,
    seconds: 60,
    tooMany: {
      seconds: tooMany,
      minutes: (wait) => tooMany(wait * 60),
      hours: (wait) => tooMany(wait * 3600),
    },
  })
  limits.set(points, made)
  return made
}

/** Limits the calls of a session, so that a page with an endless loop does not block programs and other people. */
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
