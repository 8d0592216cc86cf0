import type { Execution, StepResult } from '@crossdock/client'
import { sample } from '../../../../admin/.storybook/sample.js'

export const step = (order: number, part: Partial<StepResult>): StepResult =>
  sample('StepResult', {
    stepId: `step_${order}`,
    path: `step_${order}`,
    order,
    type: 'api_call',
    status: 'completed',
    attempts: 1,
    isHandled: false,
    branch: null,
    tries: [],
    errorMessage: null,
    nextTryAt: null,
    depth: 0,
    name: null,
    startedAt: '2026-11-20T09:00:00.000Z',
    completedAt: '2026-11-20T09:00:00.420Z',
    ...part,
  })

export const run = (status: string, part: Partial<Execution> = {}): Execution =>
  sample('Execution', {
    id: 'run_1',
    executionId: '3f1c8a52-77d0-4b1e-9c36-a1b2c3d4e5f6',
    flowId: 'wf_intake',
    flowName: 'Invoice intake',
    triggerType: 'file_event',
    assetId: 'cmr',
    status,
    canRetry: status === 'failed',
    createdAt: '2026-11-20T09:00:00.000Z',
    startedAt: '2026-11-20T09:00:00.000Z',
    completedAt: status === 'running' ? null : '2026-11-20T09:00:08.200Z',
    duration: status === 'running' ? null : 8_200,
    workDuration: status === 'running' ? null : 8_200,
    version: 4,
    activeVersion: 4,
    failedSteps: 0,
    errorMessage: null,
    retryHindrance: null,
    parentId: null,
    replayOf: null,
    triggerEventId: null,
    assetName: 'invoice-1188.xml',
    totalSteps: 3,
    failedItems: 0,
    completedSteps: status === 'completed' ? 3 : 1,
    stepResults: [
      step(1, { output: { statusCode: 201, body: { receipt: 4711 } } }),
      step(2, { type: 'metadata_update', output: { metadata: { status: 'received' } } }),
    ],
    ...part,
  })
