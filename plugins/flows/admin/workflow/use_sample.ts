import type { Execution, StepResult, Workflow, WorkflowDraft } from '@crossdock/client'
import { parseJson, readKey, useApi, useRead } from '@crossdock/admin/kit'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { isOpen } from '../runs/model.js'
import { useStepIds } from './use_step_ids.js'
import type { PreviewState } from './use_workflow_preview.js'

export type SampleKind = 'file' | 'run' | 'event' | 'data'

export interface Sample {
  kind: SampleKind
  /** Id of the file, the run or the event. */
  id?: string
  /** The displayed name. */
  name?: string
  /** The data from another system, as JSON text. */
  data?: string
  /** Index of the chosen item, from 0. */
  item: number
}

export interface SampleState {
  sample: Sample
  change: (part: Partial<Sample>) => void
  /** Returns the request body; undefined while the JSON is incomplete. */
  body: () => Record<string, unknown> | undefined
  /** Returns the newest test of a step. */
  resultOf: (stepId: string) => { run: Execution; result: StepResult } | undefined
  /** Returns all results of a step that ran once for each item. */
  resultsOf: (stepId: string) => StepResult[]
  /** The input of a step's try and the outputs of earlier steps, by their names in paths. */
  outputs: Record<string, unknown>
  /** The `trigger` data of steps; undefined if the sample has none, or only the initial JSON. */
  trigger: unknown
  isRunning: boolean
}

/** Polling interval (ms) for a running test. It is short, because a person is watching. */
const POLL_TEST = 1_000

/** Initial sample data for a trigger. */
const firstData: Readonly<Record<string, string>> = { webhook: '{\n  "body": {}\n}' }

const newest = { sort: '["createdAt","DESC"]', range: '[0,0]' }

/**
 * The sample and its test results. The shown output of a step and the input of later steps come from the same run.
 */
export function useSample(
  workflow: Workflow,
  preview: PreviewState,
  draft: WorkflowDraft
): SampleState {
  const file = preview.data?.isDriven ? preview.data.files[0] : undefined
  const runs = useRead<Execution[]>('flow-executions', {
    query: { filter: JSON.stringify({ flowId: workflow.id }), ...newest },
  })
  const [run] = runs.data ?? []
  const [chosen, setChosen] = useState<Sample>()
  const sample: Sample = chosen ??
    (file && { kind: 'file', id: file.id, name: file.name, item: 0 }) ??
    (run && { kind: 'run', id: run.id, name: run.executionId.slice(0, 8), item: 0 }) ?? {
      ...(workflow.triggerType === 'file_event'
        ? { kind: 'file' as const }
        : { kind: 'data' as const, data: firstData[workflow.triggerType] ?? '' }),
      item: 0,
    }
  const ids = useStepIds()
  const runIds = [...new Set(ids.flatMap((id) => draft.samples[id] ?? []))]
  const runId = sample.kind === 'run' ? sample.id : undefined
  const tests = useTestRuns([...new Set([...runIds, ...(runId ? [runId] : [])])])
  const resultsOf = (stepId: string) => {
    const results = tests.get(draft.samples[stepId] ?? '')?.stepResults ?? []
    return results.filter((one) => one.stepId === stepId)
  }
  const resultOf = (stepId: string) => {
    const test = tests.get(draft.samples[stepId] ?? '')
    const results = resultsOf(stepId)
    const result = results.find(({ path }) => path.includes(`[${sample.item}].`)) ?? results[0]
    return test && result ? { run: test, result } : undefined
  }
  const outputs = Object.fromEntries(
    ids.flatMap((id) => {
      const found = resultOf(id)?.result
      return found?.status === 'completed' && !found.outputHidden ? [[id, found.output]] : []
    })
  )
  const isInitial = sample.data === firstData[workflow.triggerType]
  const trigger =
    sample.kind !== 'data'
      ? tests.get(runId ?? '')?.contextData?.data
      : isInitial
        ? undefined
        : parsed(sample.data)
  return {
    sample,
    resultOf,
    resultsOf,
    outputs,
    trigger,
    change: (part) => setChosen({ ...sample, ...part }),
    body() {
      const { kind, id, data, item } = sample
      const position = item > 0 ? { item } : {}
      if (kind === 'data') {
        const value = parsed(data)
        return value === undefined ? undefined : { data: value, ...position }
      }
      const name = { file: 'assetId', run: 'runId', event: 'eventId' }[kind]
      return { ...(id ? { [name]: id } : {}), ...position }
    },
    isRunning: runIds.some((id) => isOpen(tests.get(id)?.status ?? 'completed')),
  }
}

/** Returns the parsed JSON; undefined while it is incomplete. */
function parsed(data: string | undefined): unknown {
  try {
    return parseJson(data || 'null')
  } catch {
    return undefined
  }
}

/** The runs with the newest tests; an active run is polled. */
function useTestRuns(ids: readonly string[]): ReadonlyMap<string, Execution> {
  const api = useApi()
  const reads = useQueries({
    queries: ids.map((id) => {
      const path = `flow-executions/${encodeURIComponent(id)}`
      return {
        queryKey: readKey(path),
        queryFn: () => api.read<Execution>(path),
        refetchInterval: ({ state }: { state: { data?: Execution } }) =>
          state.data && isOpen(state.data.status) ? POLL_TEST : false,
        // The run may have been deleted by retention.
        retry: false,
      }
    }),
  })
  return new Map(reads.flatMap(({ data }) => (data ? [[data.id, data]] : [])))
}
