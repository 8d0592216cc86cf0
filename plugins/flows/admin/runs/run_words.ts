import type { Execution } from '@crossdock/client'
import { useTranslate } from 'ra-core'
import { useKindLabel } from '../workflows/kinds.js'

/** The status people see: one whose step waits says so. */
export function standing({ status, stepResults }: Execution): string {
  const waits = stepResults.some((step) => step.status === 'waiting')
  return waits && status === 'running' ? 'waiting' : status
}

/** What started a run and what came of it, each in one line. */
export function useRunWords() {
  const translate = useTranslate()
  const trigger = useKindLabel('trigger')
  const stepType = useKindLabel('stepType')
  return {
    startedBy: (run: Execution) => run.assetName ?? trigger(run.triggerType),
    result(run: Execution): string {
      if (run.errorMessage) return run.errorMessage
      if (run.status !== 'running') return ''
      const step = run.stepResults.find(({ status }) => ['running', 'waiting'].includes(status))
      return step ? (step.name ?? stepType(step.type)) : translate('flows.runs.begins')
    },
  }
}
