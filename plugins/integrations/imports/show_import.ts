import type { Reader } from '@crossdock/kernel/http'
import { isBlocked, type Finding, type Plan } from './plan.js'
import { findingText } from './sentences.js'

/** A plan as the API answers it. @param room endpoints that still fit */
export function showPlan(plan: Plan, room: number | null, reader: Reader) {
  const shown = (findings: Finding[]) =>
    findings.map((one) => ({
      level: one.level,
      code: one.code,
      message: reader.say(findingText(one)),
    }))
  return {
    ...plan,
    operations: plan.operations.map((operation) => ({
      ...operation,
      requestSchema: { ...operation.requestSchema },
      responseSchema: { ...operation.responseSchema },
      canImport: !isBlocked(operation),
      findings: shown(operation.findings),
    })),
    findings: shown(plan.findings),
    room,
  }
}
