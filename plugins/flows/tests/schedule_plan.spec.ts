// onOneDatabase: uses no database
import { test } from '@japa/runner'
import { size } from '@crossdock/kernel/testing'
import { lastTimes, nextTime } from '@crossdock/kernel/jobs'
import { missedRules, overlapRules } from '../schedules/config.js'
import { mostKept, onTimeMs, planDue, type Plan } from '../schedules/plan.js'

const minute = 60_000
const hour = 60 * minute
const at = (text: string) => new Date(text)

const rules = (more: object = {}) =>
  ({
    cron: '*/5 * * * *',
    timeZone: 'UTC',
    overlap: 'queue',
    missed: 'one',
    ...more,
  }) as Parameters<typeof planDue>[0]

const free = (now: Date) => ({ now, busySince: null, isActive: true })
const busy = (now: Date) => ({ now, busySince: at(noon), isActive: true })
const outcomeOf = ({ start, skips, nextAt, cancels }: Plan) => ({
  start: start?.toISOString().slice(11, 16),
  skips: skips.map(({ reason, from, until }) =>
    [reason, ...[from, until].map((time) => time.toISOString().slice(11, 16))].join(' ')
  ),
  next: nextAt.toISOString().slice(11, 16),
  cancels: cancels ?? false,
})
const due = (text: string, heldUntil: string | null = null) => ({
  nextAt: at(text),
  heldUntil: heldUntil === null ? null : at(heldUntil),
})
const noon = '2026-11-23T12:00:00Z'

test.group('Decisions about a due time', () => {
  test('it starts its run, and the next time is computed', ({ assert }) => {
    const plan = planDue(rules(), due(noon), free(at('2026-11-23T12:00:20Z')))
    assert.deepEqual(outcomeOf(plan), { start: '12:00', skips: [], next: '12:05', cancels: false })
  })

  test('while the previous run is active it waits, is skipped, or replaces that run', ({
    assert,
  }) => {
    const now = at('2026-11-23T12:00:00.500Z')
    const waits = planDue(rules(), due(noon), busy(now))
    assert.deepEqual(outcomeOf(waits), {
      start: undefined,
      skips: [],
      next: '12:00',
      cancels: false,
    })
    assert.isAbove(waits.wakeAt.getTime(), now.getTime())
    const skips = planDue(rules({ overlap: 'skip' }), due(noon), busy(now))
    assert.deepEqual(outcomeOf(skips), {
      start: undefined,
      next: '12:05',
      cancels: false,
      skips: ['overlap 12:00 12:00'],
    })
    const cancels = planDue(rules({ overlap: 'cancel_oldest' }), due(noon), busy(now))
    assert.deepEqual(outcomeOf(cancels), {
      start: '12:00',
      skips: [],
      next: '12:05',
      cancels: true,
    })
  })

  // Red when a time that waited counts as missed.
  test('a time that waited for a previous run was not missed', ({ assert }) => {
    const waits = planDue(rules({ missed: 'skip' }), due(noon), busy(at('2026-11-23T12:00:01Z')))
    const later = at('2026-11-23T12:10:30Z')
    // Check in between, as the server does every minute.
    const again = planDue(rules({ missed: 'skip' }), waits, busy(later))
    const plan = planDue(rules({ missed: 'skip' }), again, free(at('2026-11-23T12:11:00Z')))
    assert.deepEqual(outcomeOf(plan), { start: '12:00', skips: [], next: '12:05', cancels: false })
    // The two later times came while the first one waited.
    const second = planDue(rules({ missed: 'skip' }), plan, free(at('2026-11-23T12:11:01Z')))
    assert.deepInclude(outcomeOf(second), { start: '12:05', skips: [] })
  })

  test('missed times are skipped, made up for by one run, or by all up to a limit', ({
    assert,
  }) => {
    const now = at('2026-11-23T14:02:00Z')
    assert.deepEqual(outcomeOf(planDue(rules({ missed: 'skip' }), due(noon), free(now))), {
      start: undefined,
      next: '14:05',
      cancels: false,
      skips: ['missed 12:00 14:00'],
    })
    assert.deepEqual(outcomeOf(planDue(rules({ missed: 'one' }), due(noon), free(now))), {
      start: '14:00',
      next: '14:05',
      cancels: false,
      skips: ['missed 12:00 13:55'],
    })
    assert.deepEqual(outcomeOf(planDue(rules({ missed: 'all' }), due(noon), free(now))), {
      start: '12:00',
      next: '12:05',
      cancels: false,
      skips: [],
    })
    const later = at('2026-11-24T12:02:00Z')
    const first = lastTimes('*/5 * * * *', 'UTC', later, mostKept)[0]!
    const all = planDue(rules({ missed: 'all' }), due(noon), free(later))
    assert.deepEqual(all.start, first)
    assert.containSubset(all.skips, [{ reason: 'limit', from: at(noon) }])
  })

  // Red when the run that is on time is skipped together with missed ones.
  test('a time that is on time after an outage starts', ({ assert }) => {
    const now = at('2026-11-23T12:10:20Z')
    assert.deepEqual(outcomeOf(planDue(rules({ missed: 'skip' }), due(noon), free(now))), {
      start: '12:10',
      next: '12:15',
      cancels: false,
      skips: ['missed 12:00 12:05'],
    })
  })

  test('in an inactive environment it is skipped', ({ assert }) => {
    const plan = planDue(rules(), due(noon), {
      now: at(noon),
      busySince: at(noon),
      isActive: false,
    })
    assert.deepEqual(outcomeOf(plan).skips, ['environment 12:00 12:00'])
    assert.isUndefined(plan.start)
  })

  // Red without the branch for a clock that was set back: it would start a year late, or early.
  test('a time stored by a clock that was ahead is computed again', ({ assert }) => {
    const plan = planDue(rules(), due('2027-11-23T12:00:00Z'), free(at('2026-11-23T12:01:00Z')))
    assert.deepEqual(outcomeOf(plan), {
      start: undefined,
      skips: [],
      next: '12:05',
      cancels: false,
    })
    assert.equal(plan.nextAt.getUTCFullYear(), 2026)
  })

  test('very many waiting times are kept up to the limit', ({ assert }) => {
    const plan = planDue(rules(), due(noon), busy(at('2026-11-24T12:00:30Z')))
    // The server was down, then the previous run continues: one time represents the missed ones.
    assert.deepEqual(plan.nextAt, at('2026-11-24T12:00:00Z'))
    const held = due(noon, '2026-11-24T12:00:00Z')
    const waits = planDue(rules(), held, busy(at('2026-11-24T12:00:30Z')))
    assert.containSubset(waits.skips, [{ reason: 'limit', from: at(noon) }])
    assert.isAbove(waits.nextAt.getTime(), at(noon).getTime())
    assert.isAtMost(waits.wakeAt.getTime(), at('2026-11-24T12:01:30Z').getTime())
  })
})

/** The same numbers in every run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

// Red when a time is forgotten, or decided twice, by any of the rules.
test('in any sequence, each time starts one run or is part of one skip', ({ assert }) => {
  const crons = ['*/20 * * * *', '0 * * * *', '30 2 * * *', '0,30 2 * * *', '7 1-4 * * 0,6']
  // Both nights in which the clocks change are in the weeks after these.
  const starts = ['2026-03-27T10:00:00Z', '2026-10-23T10:00:00Z']
  for (let seed = 1; seed <= size({ quick: 5, full: 40 }); seed++) {
    const random = numbers(seed)
    const one = <T>(all: readonly T[]) => all[random(all.length)]!
    const rule = {
      cron: one(crons),
      timeZone: one(['UTC', 'Europe/Berlin', 'America/New_York']),
      overlap: one(overlapRules),
      missed: one(missedRules),
    }
    const begin = at(one(starts))
    const next = (time: Date) => nextTime(rule.cron, rule.timeZone, time)
    let row: Pick<Plan, 'nextAt' | 'wakeAt' | 'heldUntil'> = {
      nextAt: next(begin),
      wakeAt: next(begin),
      heldUntil: null,
    }
    const decided: string[] = []
    let now = begin
    for (let step = 0; step < size({ quick: 25, full: 60 }); step++) {
      // Mostly on time, sometimes the server was down.
      const late = random(8) === 0 ? random(30) * hour : random(30_000)
      now = new Date(Math.max(now.getTime(), row.wakeAt.getTime()) + late)
      const busySince = random(3) === 0 ? begin : null
      const plan = planDue(rule, row, { now, busySince, isActive: random(10) > 0 })
      for (const { from, until } of plan.skips) {
        for (let time = from; time <= until; time = next(time)) decided.push(time.toISOString())
      }
      if (plan.start) decided.push(plan.start.toISOString())
      if (plan.start && rule.missed === 'skip' && !row.heldUntil) {
        assert.isAtMost(now.getTime() - plan.start.getTime(), onTimeMs)
      }
      row = plan
    }
    const all: string[] = []
    for (let time = next(begin); time < row.nextAt; time = next(time)) all.push(time.toISOString())
    assert.deepEqual(decided, all, `seed ${seed} ${JSON.stringify(rule)}`)
  }
})
