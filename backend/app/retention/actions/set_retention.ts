import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { currentTenantId, insertMissing } from '@crossdock/kernel/tenancy'
import { keptRecords } from '../contracts/index.js'
import { retentionChanged } from '../event_types.js'
import { RetentionRule } from '../models/retention_rule.js'
import { assertConfirmed } from '../policies/deleting.js'
import { periodsOf, rules } from '../queries/periods.js'
import type { retentionBody } from '../validators/retention.js'

type Given = Output<typeof retentionBody>['rules']

/**
 * Sets for how many days the named kinds of records are kept.
 * @throws Problem 422 for an unknown kind, a period below the minimum, or one above that of the environments; 409 when
 *   it deletes records without confirmation
 */
export async function setRetention(given: Given, confirmed: boolean): Promise<void> {
  assertPossible(given)
  await assertShorter(given)
  await transaction(async () => {
    const before = await rules()
    const changed = given
      .map(({ kind, days }) => ({ kind, days, before: before.get(kind)?.days ?? null }))
      .filter((change) => change.days !== change.before)
    if (!confirmed) await assertConfirmed(changed)
    for (const change of changed) {
      await store(change.kind, change.days)
      await recordEvent(retentionChanged, {
        target: { type: 'retention', id: currentTenantId() },
        payload: change,
      })
    }
  })
}

async function store(kind: string, days: number | null): Promise<void> {
  if (days === null) {
    await RetentionRule.query().where('kind', kind).delete()
    return
  }
  // Concurrent writers insert the row once and then both update it.
  await insertMissing(RetentionRule.table, [{ kind, days, updated_at: now() }])
  const row = await RetentionRule.query().where('kind', kind).forUpdate().firstOrFail()
  await row.merge({ days, updatedAt: now() }).save()
}

function assertPossible(given: Given): void {
  const named = new Set<string>()
  for (const [index, { kind, days }] of given.entries()) {
    const records = keptRecords.get(kind)
    const field = (name: string) => `rules.${index}.${name}`
    if (!records) {
      const kinds = keptRecords.entries().map(([name]) => name)
      throw invalid(
        field('kind'),
        text('There is no kind of record "{kind}". Those that are kept: {kinds}.', {
          kind,
          kinds: kinds.join(', '),
        })
      )
    }
    if (named.has(kind)) {
      throw invalid(field('kind'), text('"{kind}" is named twice. Name it once.', { kind }))
    }
    named.add(kind)
    const least = records.least?.days ?? 0
    if (days !== null && days < least) {
      throw invalid(
        field('days'),
        text('"{kind}" is kept for at least {least} days. Choose {least} or more.', {
          kind,
          least,
        })
      )
    }
  }
}

/** A rule longer than the environments' own periods would have no effect. */
async function assertShorter(given: Given): Promise<void> {
  for (const [index, { kind, days }] of given.entries()) {
    const records = keptRecords.get(kind)!
    if (days === null || records.belongsTo === 'tenant') continue
    const periods = await periodsOf(records, null)
    const longest = Math.max(...periods.map((period) => period.days ?? Infinity))
    if (days <= longest) continue
    throw invalid(
      `rules.${index}.days`,
      text(
        '"{kind}" is kept for {longest} days at most, as set in the environments ("Keep logs for"). Choose fewer days, or none.',
        { kind, longest }
      )
    )
  }
}
