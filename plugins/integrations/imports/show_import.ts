import type { Reader } from '@crossdock/kernel/http'
import { isBlocked, type Finding, type Plan } from '../definitions/plan.js'
import { findingText } from './sentences.js'

/**
 * Shows a plan in the API.
 * @param room how many more endpoints the environment may have; null without a limit
 */
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
