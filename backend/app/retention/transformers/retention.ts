import type { HttpContext } from '@adonisjs/core/http'
import { Reader } from '@crossdock/kernel/http'
import type { KeptEnvironment } from '../contracts/index.js'
import type { Kept, Retention } from '../queries/retention.js'

/** Shows retention in the language of the reader. */
export function showRetention({ kept, environments }: Retention, http: HttpContext) {
  const reader = new Reader(http)
  return {
    rules: kept.flatMap(({ kind, rule }) => (rule === null ? [] : [{ kind, days: rule }])),
    records: kept.map((one) => showKept(one, environments, reader)),
    lastRuns: kept.flatMap(({ kind, run }) => (run ? [{ kind, ...showRun(run) }] : [])),
    due: kept.flatMap(({ kind, due }) => (due ? [{ kind, ...due }] : [])),
  }
}

function showKept({ kind, records, rule }: Kept, all: KeptEnvironment[], reader: Reader) {
  const { label, description, belongsTo, defaultDays = null, least = null } = records
  const ofTenant = belongsTo === 'tenant'
  const bound = (days: number) => Math.max(days, least?.days ?? 0)
  const chosen = rule ?? defaultDays
  return {
    kind,
    label: reader.say(label),
    description: reader.say(description),
    belongsTo,
    days: rule,
    defaultDays: ofTenant ? defaultDays : null,
    keptDays: ofTenant && chosen !== null ? bound(chosen) : null,
    environments: ofTenant
      ? []
      : all.map(({ id, name, days }) => ({
          id,
          name,
          logsRetentionDays: days,
          keptDays: bound(rule === null ? days : Math.min(rule, days)),
        })),
    least: least && { days: least.days, reason: reader.say(least.reason) },
    warnDays: records.warnDays ?? null,
  }
}

function showRun({ startedAt, endedAt, deleted, failed }: NonNullable<Kept['run']>) {
  return { startedAt, endedAt, deleted, failed }
}
