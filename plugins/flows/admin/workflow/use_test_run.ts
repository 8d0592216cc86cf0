import type { Execution, Workflow } from '@crossdock/client'
import { invalidate, useApi, useErrorToast, useToast } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { runPath } from '../paths.js'
import type { SampleState } from './use_sample.js'

interface TestRun {
  isPending: boolean
  error: Error | undefined
  /** Runs the whole draft, or only the step with this id. */
  run: (stepId?: string) => Promise<void>
}

/** Tests the edited workflow. It is saved first, because a test runs the stored draft. */
export function useTestRun(
  workflow: Pick<Workflow, 'id'>,
  sample: SampleState,
  flush: () => Promise<boolean>
): TestRun {
  const api = useApi()
  const client = useQueryClient()
  const translate = useTranslate()
  const navigate = useNavigate()
  const toast = useToast()
  const tell = useErrorToast()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<Error>()
  const run = async (stepId?: string) => {
    const body = sample.body()
    if (!body) return
    setPending(true)
    setError(undefined)
    try {
      if (!(await flush())) return
      const path = `integrations/workflows/${workflow.id}/draft`
      if (stepId) {
        await api.action({ path: `${path}/steps/${encodeURIComponent(stepId)}/try`, body })
      } else {
        const { item: _item, ...whole } = body
        const started = await api.action<Execution>({ path: `${path}/test`, body: whole })
        toast({
          title: translate('flows.builder.testStarted'),
          action: {
            label: translate('flows.workflows.viewRun'),
            onSelect: () => void navigate(runPath(started)),
          },
        })
      }
      await invalidate(client, ['integrations/workflows', 'integrations/logs', 'flow-executions'])
    } catch (problem) {
      if (stepId) setError(problem as Error)
      else tell(problem as Error, { fallback: translate('flows.builder.testFailed') })
    } finally {
      setPending(false)
    }
  }
  return { isPending, error, run }
}
