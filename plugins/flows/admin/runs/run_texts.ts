import type { Execution } from '@crossdock/client'
import { useTranslate } from 'ra-core'
import { useKindLabel } from '../workflows/kinds.js'

/** Returns the displayed status, which is "waiting" while a step waits. */
export function displayedStatus({ status, stepResults }: Execution): string {
  const waits = stepResults.some((step) => step.status === 'waiting')
  return waits && status === 'running' ? 'waiting' : status
}

/** Returns functions for the trigger and the result of a run, each in one line. */
export function useRunTexts() {
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
